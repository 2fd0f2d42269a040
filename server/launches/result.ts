import type { LaunchStatus } from '../../contract/launches/launches.ts'
import { COUNT_COLUMNS, kindOfRow, statisticsOf, type LaunchRow, type TestRow } from './rows.ts'

/**
 * Returns the status of a launch that its agent has finished (protocol section 4, LAUNCH-05). Failures with a known issue do not fail the
 * launch; a test without a result does.
 */
export const resultOf = (launch: LaunchRow): LaunchStatus => {
  const counts = statisticsOf(launch)
  const skipsFail = launch.treat_skips_as_failures && counts.skipped > 0
  if (counts.failed + counts.aborted + counts.blocked + counts.inProgress > 0 || skipsFail) return 'FAILED'
  return 'PASSED'
}

/** Updates the launch's counters for a changed test; `before` is null for a new test, `after` for a deleted one. */
export const recount = (launch: LaunchRow, before: TestRow | null, after: TestRow | null): void => {
  if (before) launch[COUNT_COLUMNS[kindOfRow(before)]] -= 1
  if (after) launch[COUNT_COLUMNS[kindOfRow(after)]] += 1
}

/** Recalculates the status of a finished launch after late results, marks and linked issues. */
export const settleStatus = (launch: LaunchRow): void => {
  if (launch.status === 'PASSED' || launch.status === 'FAILED') launch.status = resultOf(launch)
}
