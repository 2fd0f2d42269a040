import { sql } from 'kysely'
import {
  MAX_DURATIONS,
  SLOWING,
  VARIABLE,
  type DurationAnalysis,
  type DurationAnalysisQuery,
  type DurationView,
  type TestDuration,
} from '../../contract/reports/durations.ts'
import type { Db } from '../db/open.ts'
import { inSnapshot } from '../db/snapshot.ts'
import { coveredLaunches, dayOfLaunch, newestLaunches, readRange } from './range.ts'

/** Identifies a test across launches; tests without class and method are identified by name. */
export const testKey = sql`coalesce(t.identity, 'name ' || t.name)`
export const durationMs = sql`greatest(0, extract(epoch from t.ended_at - t.started_at) * 1000)::float8`

/** See `getDurationAnalysis`. */
export const readDurationAnalysis = (
  db: Db,
  projectId: number,
  query: DurationAnalysisQuery,
): Promise<DurationAnalysis> =>
  inSnapshot(db, async (tx) => {
    const matching = coveredLaunches(projectId, query)
    const covered = sql<boolean>`${matching} and l.ended_at is not null`
    const newest = newestLaunches(covered)
    const range = await readRange(tx, projectId, query)
    const { rows: counts } = await sql<{ launches: number; results: number; launchesTotal: number }>`
      select count(*)::int as launches, coalesce(sum(tests), 0)::int as results,
             (select count(*)::int from launch l where ${covered}) as "launchesTotal" from (${newest}) n`.execute(tx)
    const { rows: points } = await sql<DurationAnalysis['points'][number]>`
      select to_char(${dayOfLaunch(query.timeZone)}, 'YYYY-MM-DD') as day, count(*)::int as launches,
             round(percentile_cont(0.5) within group (order by l.worked_ms))::int as "medianMs"
        from (${newest}) l group by 1 order by 1`.execute(tx)
    const { rows } = await sql<TestDuration & { total: number }>`
      with newest as materialized (${newest}),
      result as materialized (
        select ${testKey} as key, t.id, t.launch_id, t.name, t.class_name, ${durationMs} as ms,
               n.place * 2 <= (select count(*) from newest) as later
          from newest n join test t on t.launch_id = n.id
         where t.status = 'PASSED' and not t.passed_manually and t.ended_at is not null
      ),
      spread as (
        select max(id) as "testId", count(*)::int as runs,
               round((percentile_cont(0.5) within group (order by ms))::numeric)::int as "medianMs",
               round((percentile_cont(0.95) within group (order by ms))::numeric)::int as "p95Ms",
               coalesce(stddev_pop(ms) / nullif(avg(ms), 0), 0)::float8 as variation,
               round((percentile_cont(0.5) within group (order by ms) filter (where not later))::numeric)::int as "earlierMs",
               round((percentile_cont(0.5) within group (order by ms) filter (where later))::numeric)::int as "laterMs",
               count(*) filter (where later)::int as later_runs
          from result group by key
      )
      select s."testId", r.launch_id as "launchId", r.name, r.class_name as "className", s.runs, s."medianMs", s."p95Ms", s.variation,
             s."earlierMs", s."laterMs", s.total
        from (select *, count(*) over ()::int as total from spread where ${CONDITIONS[query.view]}
               order by ${ORDERS[query.view]}, "testId" limit ${MAX_DURATIONS}::int) s
        join test r on r.id = s."testId"
       order by ${ORDERS[query.view]}, "testId"`.execute(tx)
    return {
      ...range,
      ...(counts[0] ?? { launches: 0, results: 0, launchesTotal: 0 }),
      points,
      items: rows.map(({ total: _, ...item }) => item),
      total: rows[0]?.total ?? 0,
    }
  })

const CONDITIONS: Record<DurationView, ReturnType<typeof sql<boolean>>> = {
  slowest: sql<boolean>`true`,
  variable: sql<boolean>`runs >= ${VARIABLE.runs}::int and "p95Ms" - "medianMs" >= ${VARIABLE.spreadMs}::int`,
  slowing: sql<boolean>`later_runs >= ${SLOWING.runsInEach}::int and runs - later_runs >= ${SLOWING.runsInEach}::int
    and "laterMs" >= "earlierMs" * ${SLOWING.factor}::float8 and "laterMs" - "earlierMs" >= ${SLOWING.moreMs}::int`,
}
const ORDERS: Record<DurationView, ReturnType<typeof sql>> = {
  slowest: sql`"medianMs" desc`,
  variable: sql`variation desc`,
  slowing: sql`"laterMs" - "earlierMs" desc`,
}
