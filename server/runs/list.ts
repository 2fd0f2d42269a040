import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { listTestRuns } from '../../contract/runs/runs.ts'
import type { Db } from '../db/open.ts'
import { pageMeta } from '../http/page-meta.ts'
import { described, summary, summaryOf, type SummaryRow } from './read.ts'

type Query = z.infer<typeof listTestRuns.query>

/** The page is selected from the runs alone; only its rows are joined with details. */
export const findRuns = async (
  db: Db,
  projectId: number,
  query: Query,
): Promise<z.infer<typeof listTestRuns.answer>> => {
  const { page, pageSize } = query
  const found = sql`test_run r where ${sql.join(conditions(projectId, query), sql` and `)}`
  const sorting = sql`r.created_at desc, r.id desc`
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<SummaryRow>`
      with page as materialized (
        select r.* from ${found} order by ${sorting} limit ${pageSize} offset ${(page - 1) * pageSize})
      select ${summary} from ${described('page')} order by ${sorting}`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${found}`.execute(db),
  ])
  return { items: rows.map(summaryOf), _meta: pageMeta(counts[0]?.total ?? 0, page, pageSize) }
}

const conditions = (projectId: number, query: Query): RawBuilder<unknown>[] => {
  const { q, closed, milestoneId, environmentId, createdFrom, createdTo, configuration, testPlanId } = query
  const among = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [sql`${sql.ref(column)} = any(${[...ids]}::bigint[])`]
  return [
    sql`r.project_id = ${projectId}`,
    ...(closed === 'all' ? [] : [closed === 'true' ? sql`r.closed_at is not null` : sql`r.closed_at is null`]),
    ...(q === '' ? [] : [sql`position(lower(${q}) in r.words) > 0`]),
    ...among('r.milestone_id', milestoneId),
    ...among('r.environment_id', environmentId),
    ...(createdFrom === undefined ? [] : [sql`r.created_at >= ${createdFrom}::timestamptz`]),
    ...(createdTo === undefined ? [] : [sql`r.created_at < ${createdTo}::timestamptz`]),
    ...(testPlanId === undefined ? [] : [sql`r.plan_id = ${testPlanId}`]),
    ...(configuration.length === 0 ? [] : [havingOptions(projectId, configuration)]),
  ]
}

/** Returns the condition that a run has a wanted option of every group that wanted options belong to. */
const havingOptions = (projectId: number, options: readonly number[]): RawBuilder<unknown> => sql`
  not exists (
    select from configuration_group g join configuration_option w on w.group_id = g.id and w.id = any(${[...options]}::bigint[])
     where g.project_id = ${projectId}
       and not exists (
         select from jsonb_to_recordset(r.configurations) as h("groupId" bigint, "optionId" bigint)
          where h."groupId" = g.id and h."optionId" = any(${[...options]}::bigint[])))`
