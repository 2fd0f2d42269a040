import { sql, type RawBuilder } from 'kysely'
import {
  MAX_BREAKDOWN,
  unitOf,
  type Breakdown,
  type ExecutionSummary,
  type ExecutionSummaryQuery,
  type SummaryCounts,
} from '../../contract/reports/execution-summary.ts'
import { NO_STATISTICS, RESULT_KINDS } from '../../contract/launches/launches.ts'
import type { Db, Tx } from '../db/open.ts'
import type { Condition } from '../db/matching.ts'
import { inSnapshot } from '../db/snapshot.ts'
import { COUNT_COLUMNS, type LaunchRow, statisticsOf } from '../launches/launches.ts'
import { coveredLaunches, dayOfLaunch, newestLaunches, readRange } from './range.ts'

type CountedRow = Pick<LaunchRow, (typeof COUNT_COLUMNS)[keyof typeof COUNT_COLUMNS]> & {
  launches: number
  launches_passed: number
  launches_failed: number
}
type ValueRow = CountedRow & { value: string | null }

/** See `getExecutionSummary`. */
export const readExecutionSummary = (
  db: Db,
  projectId: number,
  query: ExecutionSummaryQuery,
): Promise<ExecutionSummary> =>
  inSnapshot(db, async (tx) => {
    const covered = coveredLaunches(projectId, query)
    const range = await readRange(tx, projectId, query)
    const { points, rows, counted } =
      query.by === 'class'
        ? { ...(await scan(tx, covered, query, sql`null::text`)), ...(await readClasses(tx, covered)) }
        : query.by === 'label'
          ? await scanLabels(tx, covered, query)
          : await scan(tx, covered, query, DIMENSIONS[query.by])
    const total = totalOf(points)
    return {
      ...range,
      total,
      points,
      rows: rows.slice(0, MAX_BREAKDOWN),
      isCut: rows.length > MAX_BREAKDOWN,
      counted: counted ?? total.launches,
    }
  })

const DIMENSIONS: Record<Exclude<Breakdown, 'class' | 'label'>, RawBuilder<unknown>> = {
  environment: sql`l.environment`,
  suite: sql`l.name`,
  testSuite: sql`l.suite_name`,
  milestone: sql`(l.milestone ->> 'name')`,
}

const countColumns = Object.values(COUNT_COLUMNS)
const sums = sql.raw(
  [
    'count(*)::int as launches',
    "count(*) filter (where l.status = 'PASSED')::int as launches_passed",
    "count(*) filter (where l.status = 'FAILED')::int as launches_failed",
    ...countColumns.map((name) => `sum(l.${name})::int as ${name}`),
  ].join(', '),
)

const sumsAgain = sql.raw(
  ['launches', 'launches_passed', 'launches_failed', ...countColumns]
    .map((name) => `sum(${name})::int as ${name}`)
    .join(', '),
)

/**
 * Returns the common table expression `cell`: counts by time and by value, with one scan of the launches. Time is grouped by quarter hours
 * first: each belongs to one day in every time zone, and computing the day of a launch takes longer than counting it.
 */
const cells = (covered: Condition, dimension: RawBuilder<unknown>) => sql`
    cell as (
      select l.started_at, l.value, grouping(l.value) = 1 as is_time, ${sums}
        from (select date_bin('15 minutes', l.started_at, timestamptz '2000-01-01 00:00:00+00') as started_at, ${dimension} as value, l.status,
                     ${sql.raw(countColumns.map((name) => `l.${name}`).join(', '))}
                from launch l where ${covered}) l
       group by grouping sets ((l.started_at), (l.value))
    )`

type CellRow = ValueRow & { day: string | null }

const answerOf = (rows: readonly CellRow[]) => ({
  points: rows.flatMap(({ day, ...row }) => (day === null ? [] : [{ day, ...countsOf(row) }])),
  rows: rows.flatMap((row) => (row.day === null ? [valueOf(row)] : [])),
  counted: undefined as number | undefined,
})

const scan = async (
  tx: Tx,
  covered: Condition,
  { days, timeZone }: ExecutionSummaryQuery,
  dimension: RawBuilder<unknown>,
) => {
  const { rows } = await sql<CellRow>`
    with ${cells(covered, dimension)}
    select to_char(day, 'YYYY-MM-DD') as day, value, ${sumsAgain}
      from (select date_trunc(${sql.lit(unitOf(days))}, case when is_time then ${dayOfLaunch(timeZone)} end) as day, l.* from cell l) c
     group by day, value
     order by day nulls last, launches desc, value`.execute(tx)
  return answerOf(rows)
}

/** Like `scan`. Most launches share their set of labels, so these are grouped before the labels are unnested. */
const scanLabels = async (tx: Tx, covered: Condition, { days, timeZone }: ExecutionSummaryQuery) => {
  const { rows } = await sql<CellRow>`
    with ${cells(covered, sql`l.labels`)}, labelled as (
      select (e ->> 'key') || ': ' || (e ->> 'value') as value, ${sumsAgain}
        from (select * from cell where not is_time and value <> '[]') l
       cross join lateral (select distinct e from jsonb_array_elements(l.value) e) e
       group by 1 order by launches desc, value limit ${MAX_BREAKDOWN + 1}::int
    )
    select to_char(day, 'YYYY-MM-DD') as day, null::text as value, ${sumsAgain}
      from (select date_trunc(${sql.lit(unitOf(days))}, ${dayOfLaunch(timeZone)}) as day, l.* from cell l where is_time) c
     group by c.day
     union all select null, labelled.* from labelled
     order by day nulls last, launches desc, value`.execute(tx)
  return answerOf(rows)
}

const testsOf = (condition: string, name: string) => `count(*) filter (where ${condition})::int as ${name}`
const testCounts = sql.raw(
  [
    testsOf("t.status = 'PASSED' and not t.passed_manually", 'passed'),
    testsOf("t.status = 'PASSED' and t.passed_manually", 'passed_manually'),
    testsOf("t.status = 'FAILED' and t.issue_id is null", 'failed'),
    testsOf("t.status = 'FAILED' and t.issue_id is not null", 'failed_as_known'),
    testsOf("t.status = 'SKIPPED'", 'skipped'),
    testsOf("t.status = 'BLOCKED'", 'blocked'),
    testsOf("t.status = 'ABORTED'", 'aborted'),
    testsOf("t.status = 'IN_PROGRESS'", 'in_progress'),
  ].join(', '),
)

/** Breaks down by class: a launch of a class counts as failed if a test of that class failed. */
const readClasses = async (tx: Tx, covered: Condition) => {
  const { rows } = await sql<ValueRow & { counted: number }>`
    with newest as materialized (${newestLaunches(covered)}),
    per_launch as (
      select t.launch_id, t.class_name as value, ${testCounts}
        from newest n join test t on t.launch_id = n.id group by t.launch_id, t.class_name
    )
    select l.value, count(*)::int as launches, (select count(*)::int from newest) as counted,
           count(*) filter (where l.passed + l.passed_manually > 0 and l.failed + l.blocked + l.aborted = 0)::int as launches_passed,
           count(*) filter (where l.failed + l.blocked + l.aborted > 0)::int as launches_failed,
           ${sql.raw(countColumns.map((name) => `sum(l.${name})::int as ${name}`).join(', '))}
      from per_launch l group by l.value order by launches desc, l.value limit ${MAX_BREAKDOWN + 1}::int`.execute(tx)
  return { rows: rows.map(valueOf), counted: rows[0]?.counted ?? 0 }
}

const countsOf = (row: CountedRow): SummaryCounts => ({
  launches: row.launches,
  launchesPassed: row.launches_passed,
  launchesFailed: row.launches_failed,
  statistics: statisticsOf(row),
})

const valueOf = (row: ValueRow) => ({ value: row.value, ...countsOf(row) })

const totalOf = (points: readonly SummaryCounts[]): SummaryCounts => {
  const statistics = { ...NO_STATISTICS }
  for (const point of points) for (const kind of RESULT_KINDS) statistics[kind] += point.statistics[kind]
  const sum = (of: 'launches' | 'launchesPassed' | 'launchesFailed') =>
    points.reduce((all, point) => all + point[of], 0)
  return {
    launches: sum('launches'),
    launchesPassed: sum('launchesPassed'),
    launchesFailed: sum('launchesFailed'),
    statistics,
  }
}
