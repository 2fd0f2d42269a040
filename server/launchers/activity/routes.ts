import { sql } from 'kysely'
import { getLauncherActivity } from '../../../contract/launchers/activity.ts'
import { getEngineUse, ENGINE_USE_DAYS, type EngineUseDay } from '../../../contract/launchers/engine-use.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { findLauncher } from '../configs/launchers.ts'
import type { InstanceLabels } from '../options/instance-labels.ts'
import { readActivity } from './activity.ts'

export const activityRoutes = (
  routes: Routes,
  { db, instanceLabels }: { db: Db; instanceLabels: InstanceLabels },
): void => {
  routes.inProject(getLauncherActivity, async ({ project, params }) =>
    readActivity(db, project.id, await findLauncher(db, project.id, params.launcherId), instanceLabels),
  )
  routes.inProject(getEngineUse, async ({ project, params, query }) => {
    const { id: launcherId } = await findLauncher(db, project.id, params.launcherId)
    return readEngineUse(db, { projectId: project.id, launcherId, ...query })
  })
}

interface EngineUseQuery {
  projectId: number
  launcherId: number
  timeZone: string
}

/**
 * Counts engine time and the queue of a project by day in the reader's time zone, in one statement. The queue length is a running sum of
 * changes: one for each launch that is queued or leaves the queue, and a zero at the start of each day, so that launches waiting overnight
 * count on both days.
 */
const readEngineUse = async (
  db: Db,
  { projectId, launcherId, timeZone }: EngineUseQuery,
): Promise<{ days: EngineUseDay[] }> => {
  const { rows } = await sql<EngineUseDay>`
    with zone as (select ${timeZone}::text as name),
    day as (
      select d as day, d at time zone z.name as begins
        from zone z, generate_series(date_trunc('day', now() at time zone z.name) - ${ENGINE_USE_DAYS - 1}::int * interval '1 day',
                                     date_trunc('day', now() at time zone z.name), interval '1 day') d
    ),
    execution as (
      select date_trunc('day', x.started_at at time zone z.name) as day, x.launcher_id, x.queued_at, x.started_at, x.ended_at,
             case when x.state <> 'queued' then coalesce(x.started_at, x.ended_at, l.ended_at, x.queued_at) end as left_at
        from zone z, launch_execution x join launch l on l.id = x.launch_id
       where x.project_id = ${projectId} and x.started_via <> 'command' and (x.started_at is null or x.started_at >= (select min(begins) from day))
    ),
    used as (
      select day, count(*)::int as launches, sum(engine) as engine, sum(engine) filter (where launcher_id = ${launcherId}) as launcher,
             percentile_cont(0.5) within group (order by wait) as wait
        from (select day, launcher_id, extract(epoch from coalesce(ended_at, now()) - started_at)::float8 as engine,
                     greatest(0, extract(epoch from started_at - queued_at))::float8 as wait
                from execution where started_at is not null) e
       group by day
    ),
    change as (
      select queued_at as at, 1 as by from execution where left_at is null or left_at >= (select min(begins) from day)
      union all select left_at, -1 from execution where left_at >= (select min(begins) from day)
      union all select begins, 0 from day
    ),
    queue as (
      select date_trunc('day', at at time zone z.name) as day, max(waiting)::int as max
        from zone z, (select at, sum(by) over (order by at, by desc rows unbounded preceding) as waiting from change) c
       group by 1
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(u.launches, 0) as launches, coalesce(u.engine, 0) as "engineSeconds",
           coalesce(u.launcher, 0) as "launcherSeconds", coalesce(u.wait, 0) as "medianWaitSeconds", coalesce(q.max, 0) as "maxQueued"
      from day d left join used u on u.day = d.day left join queue q on q.day = d.day order by d.day`.execute(db)
  return { days: rows }
}
