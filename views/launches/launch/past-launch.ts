/** A launch and its tests at a moment of its history. */
import type { LaunchTest, TestGrouping, TestsQuery } from '../../../contract/launches/launch-tests.ts'
import {
  isUnderWay,
  passRate,
  type Launch,
  type LaunchStatus,
  type Statistics,
} from '../../../contract/launches/launches.ts'
import type { PassRateHistory, TestsPage } from '../../../machines/launches/launch-page.machine.ts'
import { isTestsFiltered } from '../../../machines/launches/test-filters.ts'
import type { LaunchHistory, Moment } from '../../../store/projections/launch-history.ts'
import { pageOfTests } from '../../../store/projections/tests-page.ts'

export type Past = Pick<LaunchHistory, 'causes'> & { moment: Moment; hasEnded: boolean; isNewest: boolean }

export const pastOf = (history: LaunchHistory, position: number, moment: Moment): Past => ({
  moment,
  causes: history.causes,
  // A launch that restarted after its end has unfinished tests.
  hasEnded: history.end !== null && position >= history.end && moment.statistics.inProgress === 0,
  isNewest: position === history.events.length,
})

/** Properties other than results are the current ones: their events belong to the project. */
export function launchAt(launch: Launch, { moment: { at, statistics }, hasEnded, isNewest }: Past): Launch {
  if (isNewest) return { ...launch, statistics }
  const isReviewed = launch.review !== null && at !== null && Date.parse(launch.review.at) <= at
  const review = isReviewed ? {} : { reviewed: false, review: null, comments: null }
  if (hasEnded) return { ...launch, ...review, statistics, status: statusAt(launch, statistics) }
  const elapsed = at === null ? 0 : Math.max(0, at - Date.parse(launch.startedAt))
  return { ...launch, ...review, statistics, status: 'IN_PROGRESS', endedAt: null, elapsed }
}

/** Pass rates at that moment: later launches are left out, and the launch has its rate of then. */
export function ratesAt(history: PassRateHistory | null, { id, statistics }: Launch): PassRateHistory | null {
  if (history === null) return null
  const index = history.findIndex(({ launchId }) => launchId === id)
  const own = history[index]
  const rate = passRate(statistics)
  const before = history.slice(0, Math.max(0, index))
  return own === undefined || rate === null ? before : [...before, { ...own, passRate: rate }]
}

/** The result follows from the tests, as on the server; whether skipped tests count is taken from the current result. */
function statusAt(launch: Launch, statistics: Statistics): LaunchStatus {
  if (launch.status !== 'PASSED' && launch.status !== 'FAILED') return launch.status
  if (isFailing(statistics)) return 'FAILED'
  return isFailing(launch.statistics) ? 'PASSED' : launch.status
}

const isFailing = ({ failed, aborted, blocked, inProgress }: Statistics) => failed + aborted + blocked + inProgress > 0

/** The queried page, or the last existing one. */
export function testsAt(
  { moment: { tests, statistics, at }, causes, hasEnded, isNewest }: Past,
  query: TestsQuery,
  launch: Launch | null,
): { page: TestsPage; query: TestsQuery; grouping: TestGrouping; face: 'shown' | 'empty' | 'noResults' } {
  const isOver = isNewest ? launch !== null && !isUnderWay(launch.status) : hasEnded
  const grouping = groupingAt(query, statistics, isOver)
  const asked = pageOfTests(tests, query, grouping, causes)
  const last = Math.max(1, Math.ceil(asked.total / query.pageSize))
  const shown = query.page <= last ? query : { ...query, page: last }
  const page = shown === query ? asked : pageOfTests(tests, shown, grouping, causes)
  // At the newest moment of a launch in progress, the reader's clock continues.
  const isFrozen = !isNewest || isOver
  const rows = page.rows.map((test) => (isFrozen && test.status === 'IN_PROGRESS' ? withTimeSoFar(test, at) : test))
  const face = rows.length > 0 ? 'shown' : isTestsFiltered(query) ? 'noResults' : 'empty'
  return { page: { ...page, rows }, query: shown, grouping, face }
}

const withTimeSoFar = (test: LaunchTest, at: number | null): LaunchTest => ({
  ...test,
  durationMs: Math.max(0, (at ?? 0) - Date.parse(test.startTime)),
})

/** Defaults of a query, as on the server. */
function groupingAt({ group, testsState }: TestsQuery, statistics: Statistics, isOver: boolean): TestGrouping {
  if (group !== 'auto') return group
  const hasFailures = (['failed', 'failedAsKnown'] as const).some(
    (kind) => statistics[kind] > 0 && (testsState.length === 0 || testsState.includes(kind)),
  )
  return isOver && hasFailures ? 'failure' : 'none'
}
