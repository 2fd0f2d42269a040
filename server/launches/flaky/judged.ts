import type { FlakyMark } from '../../../contract/launches/flaky-rules.ts'
import type { FlakySettings } from '../../../contract/launches/flaky-tests.ts'
import type { Db } from '../../db/open.ts'
import { countedBranches, markOf, sumOf, type FlakyThresholds, type RunCounts } from './rules.ts'
import { readFlakyRuns, type FlakyRuns, type TestRuns } from './runs.ts'

/** A test with the numbers of its counted branches. */
export interface JudgedTest extends RunCounts {
  identity: string
  costMs: number
  /** Epoch ms. */
  firstAt: number
  lastAt: number
  newestId: number
  /** The one with most failures and retries first. */
  branches: string[]
  mark: FlakyMark | null
}

/** Returns the numbers of a test; null if its result did not change. `only`: branches whose runs count, instead of the rule. */
export const judgeTest = (
  { identity, branches }: TestRuns,
  rules: FlakyThresholds,
  only: readonly string[] = [],
): JudgedTest | null => {
  const counted =
    only.length > 0
      ? branches.filter(({ branch }) => branch !== null && only.includes(branch))
      : countedBranches(branches)
  const counts = sumOf(counted)
  const unstable = counted.filter(({ newestId }) => newestId > 0)
  // Without one, its failures are beyond those that are read of a launch.
  if (counts.flips + counts.retries === 0 || unstable.length === 0) return null
  return {
    identity,
    ...counts,
    costMs: unstable.reduce((sum, { costMs }) => sum + costMs, 0),
    firstAt: Math.min(...unstable.flatMap(({ firstAt }) => firstAt ?? [])),
    lastAt: Math.max(...unstable.flatMap(({ lastAt }) => lastAt ?? [])),
    newestId: Math.max(...unstable.map(({ newestId }) => newestId)),
    branches: unstable
      .toSorted((one, other) => other.failures + other.retries - one.failures - one.retries)
      .flatMap(({ branch }) => branch ?? []),
    mark: markOf(counts, rules),
  }
}

/** A test that a rule marks. */
export type MarkedTest = JudgedTest & { mark: FlakyMark }

/** Resolves with the tests that the rules mark, the flakiest first. */
export const readMarked = async (
  db: Db,
  projectId: number,
  rules: FlakyThresholds & Pick<FlakySettings, 'windowDays' | 'maxFailedShare'>,
): Promise<Omit<FlakyRuns, 'tests'> & { marked: MarkedTest[] }> => {
  const { tests, ...runs } = await readFlakyRuns(db, projectId, rules)
  const marked = tests.flatMap((test): MarkedTest[] => {
    const judged = judgeTest(test, rules)
    return judged === null || judged.mark === null ? [] : [{ ...judged, mark: judged.mark }]
  })
  const weight = ({ flips, retries, runs: all }: RunCounts): number => (flips + retries) / all
  return { ...runs, marked: marked.toSorted((one, other) => weight(other) - weight(one)) }
}
