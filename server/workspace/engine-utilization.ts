import { sql } from 'kysely'
import {
  MAX_ENGINE_ROWS,
  getEngineUtilization,
  type EngineUsed,
  type EngineUtilization,
  type EngineUtilizationQuery,
} from '../../contract/workspace/engine-utilization.ts'
import { unitOf } from '../../contract/reports/execution-summary.ts'
import type { Db, FromReplica, Tx } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import { inSnapshot } from '../db/snapshot.ts'

interface UsedRow extends EngineUsed {
  day: string | null
  projectKey: string | null
  projectName: string | null
  launcherId: number | string | null
  repoId: number | string | null
  launcherName: string | null
  isTotal: boolean
}

/** See `getEngineUtilization`. */
const read = (db: Db, query: EngineUtilizationQuery): Promise<EngineUtilization> =>
  inSnapshot(db, async (tx) => {
    const [used, queued, now] = [await readUsed(tx, query), await readQueued(tx, query), await readNow(tx)]
    const rows = used.filter(({ day, isTotal }) => day === null && !isTotal)
    const days = new Map(used.flatMap(({ day, ...row }) => (day === null ? [] : [[day, usedOf(row)] as const])))
    const all = [...new Set([...days.keys(), ...queued.keys()])].toSorted()
    return {
      total: usedOf(used.find(({ isTotal }) => isTotal) ?? NOTHING),
      points: all.map((day) => ({ day, ...(days.get(day) ?? NOTHING), maxQueued: queued.get(day) ?? 0 })),
      rows: rows.slice(0, MAX_ENGINE_ROWS).map((row) => ({
        project: { key: row.projectKey ?? '', name: row.projectName ?? '' },
        launcher:
          row.launcherId === null
            ? null
            : { id: Number(row.launcherId), repoId: Number(row.repoId), name: row.launcherName ?? '' },
        ...usedOf(row),
      })),
      isCut: rows.length > MAX_ENGINE_ROWS,
      now,
    }
  })

const NOTHING: EngineUsed = { launches: 0, engineSeconds: 0, medianWaitSeconds: 0, maxWaitSeconds: 0 }

/** Sums of no rows are null. */
const usedOf = (row: { [Name in keyof EngineUsed]: EngineUsed[Name] | null }): EngineUsed => ({
  launches: row.launches ?? 0,
  engineSeconds: row.engineSeconds ?? 0,
  medianWaitSeconds: row.medianWaitSeconds ?? 0,
  maxWaitSeconds: row.maxWaitSeconds ?? 0,
})

/** Returns the start of the range in the reader's time zone. */
const beginning = ({ days, timeZone }: EngineUtilizationQuery) =>
  sql`(date_trunc('day', now() at time zone ${timeZone}::text) - ${Number(days) - 1}::int * interval '1 day') at time zone ${timeZone}::text`

const periodOf = (at: string, { days, timeZone }: EngineUtilizationQuery) =>
  sql`date_trunc(${sql.lit(unitOf(days))}, ${sql.raw(at)} at time zone ${timeZone}::text)`

/** Returns engine time by period, by project or launcher, and in total, with one scan. */
const readUsed = async (tx: Tx, query: EngineUtilizationQuery): Promise<UsedRow[]> => {
  const launcher = query.by === 'launcher' ? sql`x.launcher_id` : sql`null::bigint`
  const { rows } = await sql<UsedRow>`
    with used as (
      select ${periodOf('x.started_at', query)} as day, x.project_id, ${launcher} as launcher_id,
             extract(epoch from coalesce(x.ended_at, now()) - x.started_at)::float8 as engine,
             greatest(0, extract(epoch from x.started_at - x.queued_at))::float8 as wait
        from launch_execution x where x.started_at >= ${beginning(query)}
    ), summed as (
      select day, project_id, launcher_id, grouping(day, project_id) = 3 as total,
             count(*)::int as launches, sum(engine) as engine,
             percentile_cont(0.5) within group (order by wait) as median, max(wait) as max
        from used group by grouping sets ((), (day), (project_id, launcher_id))
    )
    select to_char(s.day, 'YYYY-MM-DD') as day, p.key as "projectKey", p.name as "projectName",
           l.id as "launcherId", l.repository_id as "repoId", l.name as "launcherName", s.total as "isTotal",
           s.launches, s.engine as "engineSeconds", s.median as "medianWaitSeconds", s.max as "maxWaitSeconds"
      from summed s left join project p on p.id = s.project_id left join launcher l on l.id = s.launcher_id
     order by s.engine desc, p.key, l.name`.execute(tx)
  return rows
}

/** Returns the maximum number of concurrently queued launches per period. */
const readQueued = async (tx: Tx, query: EngineUtilizationQuery): Promise<Map<string, number>> => {
  const { rows } = await sql<{ day: string; max: number }>`
    with waiting as (
      select x.queued_at,
             case when x.state <> 'queued' then coalesce(x.started_at, x.ended_at, l.ended_at, x.queued_at) end as left_at
        from launch_execution x join launch l on l.id = x.launch_id
       where x.started_via <> 'command'
    ), change as (
      select queued_at as at, 1 as by from waiting where left_at is null or left_at >= ${beginning(query)}
      union all select left_at, -1 from waiting where left_at >= ${beginning(query)}
    ), length as (
      select at, sum(by) over (order by at, by desc rows unbounded preceding)::int as waiting from change
    )
    select to_char(${periodOf('at', query)}, 'YYYY-MM-DD') as day, max(waiting)::int as max
      from length where at >= ${beginning(query)} group by 1 having max(waiting) > 0`.execute(tx)
  return new Map(rows.map(({ day, max }) => [day, max]))
}

const readNow = async (tx: Tx): Promise<EngineUtilization['now']> => {
  const { rows } = await sql<{ queued: number; running: number; oldest: Date | null }>`
    select count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'running')::int as running,
           min(queued_at) filter (where state = 'queued') as oldest
      from launch_execution where state in ('queued', 'running')`.execute(tx)
  const [{ queued, running, oldest } = { queued: 0, running: 0, oldest: null }] = rows
  return { queued, running, oldestQueuedAt: oldest?.toISOString() ?? null }
}

/** Engine time of launchers, for managers of the plan (WNAV-11, BILL-03). */
export const engineUtilizationRoutes = (routes: Routes, fromReplica: FromReplica): void => {
  routes.signedIn(getEngineUtilization, ({ query }) => fromReplica((db) => read(db, query)))
}
