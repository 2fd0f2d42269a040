import type { LaunchStatus } from '../../contract/launches/launches.ts'
import { COUNT_COLUMNS, kindOfRow, statisticsOf, type LaunchRow, type TestRow } from './rows.ts'

/**
 * Returns the status of a launch that its agent has finished (protocol section 4, LAUNCH-05). A known issue fails nothing; a test
 * without a result keeps a launch from passing.
 */
export const resultOf = (launch: LaunchRow): LaunchStatus => {
  const counts = statisticsOf(launch)
  const skipsFail = launch.treat_skips_as_failures && counts.skipped > 0
  if (counts.failed + counts.aborted + counts.blocked + counts.inProgress > 0 || skipsFail) return 'FAILED'
  return 'PASSED'
}

/** Moves a test from what it counted as to what it counts as now; either may be absent: it is new, or gone. */
export const recount = (launch: LaunchRow, before: TestRow | null, after: TestRow | null): void => {
  if (before) launch[COUNT_COLUMNS[kindOfRow(before)]] -= 1
  if (after) launch[COUNT_COLUMNS[kindOfRow(after)]] += 1
}

/** A finished launch follows its tests: late results, marks and linked issues change its status. */
export const settleStatus = (launch: LaunchRow): void => {
  if (launch.status === 'PASSED' || launch.status === 'FAILED') launch.status = resultOf(launch)
}
