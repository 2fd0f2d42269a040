import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import type { listTestPlans, TestPlan, TestPlanSummary } from '../../contract/plans/plans.ts'
import type { Db, Tx } from '../db/database.ts'
import { pageMeta } from '../http/page-meta.ts'
import { notFound } from '../http/refusal.ts'
import { userOf } from '../access/users.ts'
import { describedRuns, runSummary, statisticsOf, summaryOf, type SummaryRow } from '../runs/runs.ts'

/** Columns of a listed plan `p`. References include the names, also of deleted settings. */
const summary = sql`
  p.id, p.title, p.created_at, p.closed_at, p.configurations, p.revision, ${userOf('c')} as "createdBy",
  case when p.milestone_id is not null then
    jsonb_build_object('id', p.milestone_id, 'name', coalesce(m.name, dm.name, '')) end as milestone,
  case when e.id is not null then
    jsonb_build_object('id', e.id, 'name', e.name, 'key', e.key, 'deleted', e.deleted_at is not null) end as environment,
  n.runs as "testRunCount", ${statisticsOf(sql`coalesce(s.counts, '{}')`, sql`p.project_id`)} as "executionSummaries"`

const described = (plans: string): RawBuilder<unknown> => sql`
  ${sql.table(plans)} p
  join workspace_user c on c.id = p.created_by
  left join milestone m on m.id = p.milestone_id
  left join deleted_setting dm on dm.kind = 'milestone' and dm.id = p.milestone_id
  left join environment e on e.id = p.environment_id
  cross join lateral (select count(*)::int as runs from test_run r where r.plan_id = p.id) n
  left join lateral (
    select jsonb_object_agg(k.key, k.count) as counts
      from (select n.key, sum(n.value::int) as count
              from test_run r cross join lateral jsonb_each_text(r.status_counts) n where r.plan_id = p.id group by n.key) k) s on true`

type Row = Omit<TestPlanSummary, 'createdAt' | 'closed' | 'closedAt'> & { created_at: Date; closed_at: Date | null }

const planOf = ({ created_at, closed_at, ...row }: Row): TestPlanSummary => ({
  ...row,
  createdAt: created_at.toISOString(),
  closed: closed_at !== null,
  closedAt: closed_at?.toISOString() ?? null,
})

type Query = z.infer<typeof listTestPlans.query>

/** The page is selected from the plans alone; only its rows are joined with details. */
export const findPlans = async (
  db: Db,
  projectId: number,
  query: Query,
): Promise<z.infer<typeof listTestPlans.answer>> => {
  const { page, pageSize } = query
  const found = sql`test_plan p where ${sql.join(conditions(projectId, query), sql` and `)}`
  const sorting = sql`p.created_at desc, p.id desc`
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Row>`
      with page as materialized (
        select p.* from ${found} order by ${sorting} limit ${pageSize} offset ${(page - 1) * pageSize})
      select ${summary} from ${described('page')} order by ${sorting}`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${found}`.execute(db),
  ])
  return { items: rows.map(planOf), _meta: pageMeta(counts[0]?.total ?? 0, page, pageSize) }
}

const conditions = (projectId: number, query: Query): RawBuilder<unknown>[] => {
  const { q, closed, milestoneId, environmentId, createdFrom, createdTo } = query
  const among = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [sql`${sql.ref(column)} = any(${[...ids]}::bigint[])`]
  return [
    sql`p.project_id = ${projectId}`,
    ...(closed === 'all' ? [] : [closed === 'true' ? sql`p.closed_at is not null` : sql`p.closed_at is null`]),
    ...(q === '' ? [] : [sql`position(lower(${q}) in p.words) > 0`]),
    ...among('p.milestone_id', milestoneId),
    ...among('p.environment_id', environmentId),
    ...(createdFrom === undefined ? [] : [sql`p.created_at >= ${createdFrom}::timestamptz`]),
    ...(createdTo === undefined ? [] : [sql`p.created_at < ${createdTo}::timestamptz`]),
  ]
}

type Rest = Pick<TestPlan, 'description' | 'milestoneId' | 'baseTestCaseIds' | 'strategy' | 'rules'>

/** Throws 404 for a plan that is not in the project. */
export const readPlan = async (
  db: Db | Tx,
  projectId: number,
  planId: number,
  { includeCases }: { includeCases: boolean },
): Promise<TestPlan> => {
  const cases = includeCases
    ? sql`, (select coalesce(jsonb_agg(rc.case_id order by rc.place), '[]') from test_run_case rc
              where rc.run_id = r.id and rc.removed_at is null) as "testCaseIds"`
    : sql``
  const [{ rows: plans }, { rows: runs }] = await Promise.all([
    sql<Row & Rest>`
      select ${summary}, p.description, p.milestone_id as "milestoneId", p.base_case_ids as "baseTestCaseIds", p.strategy, p.rules
        from ${described('test_plan')} where p.project_id = ${projectId} and p.id = ${planId}`.execute(db),
    sql<SummaryRow & { inheritsBase: boolean; testCaseIds?: number[] }>`
      select ${runSummary}, r.inherits_base as "inheritsBase"${cases}
        from ${describedRuns('test_run')} where r.project_id = ${projectId} and r.plan_id = ${planId} order by r.id`.execute(
      db,
    ),
  ])
  const [plan] = plans
  if (!plan) throw notFound(PLAN_TEXTS.notFound)
  const { description, milestoneId, baseTestCaseIds, strategy, rules, ...row } = plan
  return {
    ...planOf(row),
    description,
    milestoneId,
    baseTestCaseIds,
    strategy,
    rules,
    testRuns: runs.map(({ inheritsBase, testCaseIds, ...run }) => ({
      ...summaryOf(run),
      inheritsBase,
      ...(testCaseIds ? { testCaseIds } : {}),
    })),
  }
}
