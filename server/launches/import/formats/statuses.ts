import type { TestFact } from './facts.ts'
import type { ReportedStatus } from './reported.ts'

/** Results of a dialect, by its own words. */
export type Statuses = Readonly<Record<string, ReportedStatus>>

/** Words that mean the same in every format, for reporters that do not write those of theirs. */
const COMMON: Statuses = {
  pass: 'PASSED',
  passed: 'PASSED',
  success: 'PASSED',
  fail: 'FAILED',
  failed: 'FAILED',
  failure: 'FAILED',
  error: 'FAILED',
  broken: 'FAILED',
  timeout: 'FAILED',
  timedout: 'FAILED',
  skip: 'SKIPPED',
  skipped: 'SKIPPED',
  ignored: 'SKIPPED',
  disabled: 'SKIPPED',
  pending: 'SKIPPED',
  todo: 'SKIPPED',
  notrun: 'SKIPPED',
  aborted: 'ABORTED',
  cancelled: 'ABORTED',
  interrupted: 'ABORTED',
}

export const statusOf = (word: TestFact['status'], statuses: Statuses, onUnknown: () => void): ReportedStatus => {
  const exact = Object.hasOwn(statuses, word ?? '') ? statuses[word ?? ''] : undefined
  if (exact !== undefined) return exact
  const lower = (word ?? '').trim().toLowerCase()
  const similar = Object.keys(statuses).find((one) => one.toLowerCase() === lower)
  const status = similar === undefined ? (Object.hasOwn(COMMON, lower) ? COMMON[lower] : undefined) : statuses[similar]
  if (status !== undefined) return status
  onUnknown()
  return 'ABORTED'
}
