import { sql } from 'kysely'
import type { MilestoneRuns } from '../../contract/runs/by-milestone.ts'
import type { Db } from '../db/database.ts'

/** Sums the counters of open runs. A plan's runs count for the plan's milestone. */
export const findMilestoneRuns = async (db: Db, projectId: number): Promise<MilestoneRuns[]> => {
  const { rows } = await sql<MilestoneRuns>`
    with open as (
           select r.id, r.plan_id, coalesce(p.milestone_id, r.milestone_id) as milestone_id, r.status_counts
             from test_run r left join test_plan p on p.id = r.plan_id
            where r.project_id = ${projectId} and r.closed_at is null),
         counted as (
           select o.milestone_id, sum(c.value::int) as cases, sum(c.value::int) filter (where s.is_completed) as done
             from open o cross join lateral jsonb_each_text(o.status_counts) c
             left join (select id, is_completed from result_status where project_id = ${projectId}
                        union all select id, is_completed from deleted_result_status where project_id = ${projectId}) s
               on s.id = c.key::bigint
            group by 1),
         plans as (
           select milestone_id, count(*) as plans from test_plan
            where project_id = ${projectId} and closed_at is null group by 1),
         runs as (select milestone_id, count(*) filter (where plan_id is null) as runs from open group by 1)
    select m.id as "milestoneId", coalesce(r.runs, 0)::int as runs, coalesce(p.plans, 0)::int as plans,
           coalesce(c.cases, 0)::int as cases, coalesce(c.done, 0)::int as done
      from milestone m
      left join runs r on r.milestone_id = m.id
      left join plans p on p.milestone_id = m.id
      left join counted c on c.milestone_id = m.id
     where m.project_id = ${projectId} and (r.runs > 0 or p.plans > 0) order by m.id`.execute(db)
  return rows
}
