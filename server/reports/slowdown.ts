import { sql } from 'kysely'
import { MAX_DURATIONS, SLOWDOWN, type LaunchSlowdown, type SlowedTest } from '../../contract/reports/durations.ts'
import type { Db, Tx } from '../db/open.ts'
import { findLaunch, kindOfRow, type LaunchRow, type TestRow, workedMsOf } from '../launches/launches.ts'
import { inSnapshot } from '../db/snapshot.ts'
import { criticalPath, type Span } from './critical-path.ts'
import { durationMs, testKey } from './durations.ts'
import { newestLaunches } from './range.ts'

/** See `getLaunchSlowdown`. */
export const readLaunchSlowdown = (db: Db, projectId: number, launchId: number): Promise<LaunchSlowdown> =>
  inSnapshot(db, async (tx) => {
    const launch = await findLaunch(tx, projectId, launchId)
    const before = newestLaunches(sql<boolean>`l.id in (${launchesBefore(launch)})`)
    const { rows: compared } = await sql<{ comparedWith: number; medianMs: number | null }>`
      select count(*)::int as "comparedWith",
             round((percentile_cont(0.5) within group (order by worked_ms))::numeric)::int as "medianMs"
        from (${before}) n`.execute(tx)
    const slowed = await readSlowed(tx, launchId, before)
    const path = slowed.length === 0 ? new Set<number>() : criticalPath(await readSpans(tx, launchId))
    const all = slowed
      .map(({ status, passed_manually, issue_id, ...item }): SlowedTest => ({
        ...item,
        kind: kindOfRow({ status, passed_manually, issue_id }),
        isCritical: path.has(item.testId),
      }))
      .toSorted((a, b) => Number(b.isCritical) - Number(a.isCritical) || added(b) - added(a))
    const sum = (items: readonly SlowedTest[]) => items.reduce((total, item) => total + added(item), 0)
    return {
      launch: {
        id: launch.id,
        number: launch.number,
        name: launch.name,
        elapsedMs: workedMsOf(launch),
      },
      comparedWith: compared[0]?.comparedWith ?? 0,
      medianMs: compared[0]?.medianMs ?? null,
      items: all.slice(0, MAX_DURATIONS),
      total: all.length,
      addedMs: sum(all),
      criticalMs: sum(all.filter(({ isCritical }) => isCritical)),
    }
  })

const added = ({ durationMs, medianMs }: SlowedTest): number => durationMs - medianMs

const launchesBefore = (launch: LaunchRow) => sql`
  select b.id from launch b
   where b.project_id = ${launch.project_id} and b.name = ${launch.name}
     and (b.started_at, b.id) < (${launch.started_at}, ${launch.id}) and b.ended_at is not null
   order by b.started_at desc, b.id desc limit ${SLOWDOWN.launches}::int`

type Slowed = Omit<SlowedTest, 'kind' | 'isCritical'> & Pick<TestRow, 'status' | 'passed_manually' | 'issue_id'>

const readSlowed = async (tx: Tx, launchId: number, before: ReturnType<typeof sql>): Promise<Slowed[]> => {
  const { rows } = await sql<Slowed>`
    with own as materialized (
      select ${testKey} as key, t.id, t.name, t.class_name, t.status, t.passed_manually, t.issue_id, ${durationMs} as ms
        from test t where t.launch_id = ${launchId} and t.ended_at is not null and t.status <> 'SKIPPED'
    ),
    usual as (
      select r.key, count(*)::int as runs, percentile_cont(0.5) within group (order by r.ms) as median
        from (select ${testKey} as key, ${durationMs} as ms
                from (${before}) n join test t on t.launch_id = n.id
               where t.status = 'PASSED' and not t.passed_manually and t.ended_at is not null) r
       where r.key in (select key from own)
       group by r.key
    )
    select o.id as "testId", o.name, o.class_name as "className", o.status, o.passed_manually, o.issue_id,
           round(o.ms::numeric)::int as "durationMs", round(u.median::numeric)::int as "medianMs", u.runs
      from own o join usual u on u.key = o.key
     where u.runs >= ${SLOWDOWN.runs}::int and o.ms >= u.median * ${SLOWDOWN.factor}::float8
       and o.ms - u.median >= ${SLOWDOWN.moreMs}::int`.execute(tx)
  return rows
}

const readSpans = async (tx: Tx, launchId: number): Promise<Span[]> => {
  const { rows } = await sql<Span>`
    select id, (extract(epoch from started_at) * 1000)::float8 as "startedAt", (extract(epoch from ended_at) * 1000)::float8 as "endedAt"
      from test where launch_id = ${launchId} and ended_at is not null and status <> 'SKIPPED'`.execute(tx)
  return rows
}
