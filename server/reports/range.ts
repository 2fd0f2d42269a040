import { sql } from 'kysely'
import type { ReportFilters } from '../../contract/reports/filters.ts'
import { MAX_REPORT_LAUNCHES, MAX_REPORT_RESULTS } from '../../contract/reports/durations.ts'
import type { Tx } from '../db/open.ts'
import { allOf, isOneOf, type Condition } from '../db/matching.ts'
import { launchConditions, workedMs } from '../launches/launches.ts'

/** Number of tests of the launch `l`. */
const testsOfLaunch = sql`(l.passed + l.passed_manually + l.failed + l.failed_as_known + l.skipped + l.blocked + l.aborted + l.in_progress)`

/** Returns the condition that a report covers the launch `l`. */
export const coveredLaunches = (projectId: number, query: ReportFilters): Condition =>
  allOf([
    sql<boolean>`l.project_id = ${projectId}`,
    sql<boolean>`l.started_at >= (date_trunc('day', now() at time zone ${query.timeZone}::text) - ${Number(query.days) - 1}::int * interval '1 day')
                  at time zone ${query.timeZone}::text`,
    ...isOneOf(sql`l.name`, query.suite),
    ...launchConditions(projectId, query),
  ])

/** Returns the local start time of launch `l` in the reader's time zone. */
export const dayOfLaunch = (timeZone: string) => sql`(l.started_at at time zone ${timeZone}::text)`

/** Returns the newest covered launches up to the number of results that a report may read, but at least one. */
export const newestLaunches = (covered: Condition) => sql`
  select id, tests, started_at, worked_ms, row_number() over (order by started_at desc, id desc) as place from (
    select l.id, l.started_at,
           greatest(0, ${workedMs}) as worked_ms, ${testsOfLaunch} as tests,
           sum(${testsOfLaunch}) over (order by l.started_at desc, l.id desc) as upto
      from (select * from launch l where ${covered} order by l.started_at desc, l.id desc limit ${MAX_REPORT_LAUNCHES}::int) l
  ) n where upto <= ${MAX_REPORT_RESULTS}::int or upto = tests`

/** Returns the first and last day of the range, and whether the project has launches. */
export const readRange = async (tx: Tx, projectId: number, { days, timeZone }: ReportFilters) => {
  const { rows } = await sql<{ from: string; to: string; hasLaunches: boolean }>`
    select to_char(d - ${Number(days) - 1}::int, 'YYYY-MM-DD') as "from", to_char(d, 'YYYY-MM-DD') as "to",
           exists (select from launch where project_id = ${projectId}) as "hasLaunches"
      from (select (now() at time zone ${timeZone}::text)::date as d) t`.execute(tx)
  return rows[0] ?? { from: '', to: '', hasLaunches: false }
}
