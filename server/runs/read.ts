import { sql, type RawBuilder } from 'kysely'
import type { RunState } from '../../contract/runs/commands.ts'
import { RUN_TEXTS } from '../../contract/runs/run-texts.ts'
import type { CaseStatusCount, TestRun, TestRunSummary } from '../../contract/runs/runs.ts'
import type { Db, Tx } from '../db/database.ts'
import { notFound } from '../http/refusal.ts'
import { userOf } from '../access/users.ts'

/**
 * Expands `counts` (a column like `status_counts`) with the current names of the statuses, or the last ones of deleted statuses.
 * `projectId` is a column too.
 */
export const statisticsOf = (
  counts: RawBuilder<unknown>,
  projectId: RawBuilder<unknown>,
): RawBuilder<CaseStatusCount[]> => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('status', jsonb_build_object('id', s.id, 'name', s.name, 'colorHex', s.color_hex,
            'isCompleted', s.is_completed, 'isSuccess', s.is_success, 'isFailure', s.is_failure, 'isUntested', s.is_untested),
            'count', n.value::int) order by s.position, s.id), '[]')
     from jsonb_each_text(${counts}) as n
     cross join lateral (
       select id, name, color_hex, is_completed, is_success, is_failure, is_untested, position from result_status
        where project_id = ${projectId} and case when n.key = '0' then is_untested else id = n.key::bigint end
       union all
       select id, name, color_hex, is_completed, is_success, is_failure, false, null from deleted_result_status
        where id = n.key::bigint and project_id = ${projectId}) s
    where n.value::int > 0)`

/** Columns of a listed run `r`. References include the names, also of deleted settings. */
export const summary = sql`
  r.id, r.title, r.created_at, r.closed_at, r.configurations, r.revision, ${userOf('c')} as "createdBy",
  case when r.milestone_id is not null then
    jsonb_build_object('id', r.milestone_id, 'name', coalesce(m.name, dm.name, '')) end as milestone,
  case when e.id is not null then
    jsonb_build_object('id', e.id, 'name', e.name, 'key', e.key, 'deleted', e.deleted_at is not null) end as environment,
  case when t.id is not null then jsonb_build_object('id', t.id, 'title', t.title) end as "testPlan",
  ${statisticsOf(sql`r.status_counts`, sql`r.project_id`)} as "caseStatusStatistics"`

/** `runs`: table or common table expression to select from. */
export const described = (runs: string): RawBuilder<unknown> => sql`
  ${sql.table(runs)} r
  join workspace_user c on c.id = r.created_by
  left join milestone m on m.id = r.milestone_id
  left join deleted_setting dm on dm.kind = 'milestone' and dm.id = r.milestone_id
  left join environment e on e.id = r.environment_id
  left join test_plan t on t.id = r.plan_id`

export type SummaryRow = Omit<TestRunSummary, 'createdAt' | 'closed' | 'closedAt'> & {
  created_at: Date
  closed_at: Date | null
}

export const summaryOf = ({ created_at, closed_at, ...row }: SummaryRow): TestRunSummary => ({
  ...row,
  createdAt: created_at.toISOString(),
  closed: closed_at !== null,
  closedAt: closed_at?.toISOString() ?? null,
})

type Rest = Omit<TestRun, keyof TestRunSummary>

/** Returns runs of the project in no particular order. */
const readRuns = async (db: Db | Tx, projectId: number, ids: readonly number[]): Promise<TestRun[]> => {
  const { rows } = await sql<SummaryRow & Rest>`
    select ${summary}, r.description, r.milestone_id as "milestoneId", r.requirements, ${userOf('d')} as "closedBy"
      from ${described('test_run')} left join workspace_user d on d.id = r.closed_by
     where r.project_id = ${projectId} and r.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows.map(({ description, milestoneId, requirements, closedBy, ...row }) => ({
    ...summaryOf(row),
    description,
    milestoneId,
    requirements,
    closedBy,
  }))
}

/** Throws 404 for a run that is not in the project. */
export const readRun = async (db: Db | Tx, projectId: number, runId: number): Promise<TestRun> => {
  const [run] = await readRuns(db, projectId, [runId])
  if (!run) throw notFound(RUN_TEXTS.notFound)
  return run
}

/** Returns the state of runs for events and answers of commands. */
export const readStates = async (
  tx: Db | Tx,
  projectId: number,
  ids: readonly number[],
): Promise<(RunState & { planId: number | null })[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<RunState & { planId: number | null }>`
    select r.id, r.revision, r.closed_at is not null as closed, r.plan_id as "planId",
           ${statisticsOf(sql`r.status_counts`, sql`r.project_id`)} as "caseStatusStatistics"
      from test_run r where r.id = any(${[...ids]}::bigint[]) and r.project_id = ${projectId}`.execute(tx)
  return rows
}
