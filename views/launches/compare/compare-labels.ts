import { SLOWER_FACTOR, MIN_SLOWER_MS, type ComparisonClass } from '../../../contract/launches/comparison.ts'

export const classLabels: Record<ComparisonClass, string> = {
  newFailure: 'New failures',
  stillFailing: 'Still failing',
  fixed: 'Fixed',
  slower: 'Slower',
  missing: 'Missing',
  new: 'New tests',
}

/** Explains the rules of `compareLaunches`. */
export const classRules: Record<ComparisonClass, string> = {
  newFailure: 'Failed in this launch, and did not fail in the other one.',
  stillFailing: 'Failed in both launches.',
  fixed: 'Failed in the other launch, and passed in this one.',
  slower: `Passed in both, and took at least ${SLOWER_FACTOR} times as long and ${MIN_SLOWER_MS / 1000} s longer.`,
  missing: 'Passed or failed in the other launch, and was skipped or did not run in this one.',
  new: 'Did not run in the other launch. New tests that failed are new failures.',
}
