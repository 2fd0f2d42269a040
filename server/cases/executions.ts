import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { CaseExecution, listCaseExecutions } from '../../contract/cases/executions.ts'
import type { TestStatus } from '../../contract/launches/launches.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import { pageMeta } from '../http/page-meta.ts'
import { notFound } from '../http/refusal.ts'
import { displayName } from '../access/users.ts'

interface StoredExecution {
  id: number
  launch_id: number
  launch_name: string
  launch_number: number
  name: string
  status: TestStatus
  passed_manually: boolean
  issue_id: string | null
  message: string | null
  environment: string | null
  at: Date
  ended_at: Date | null
  /** Null for a test of a launch, which the columns above describe. */
  result_id: string | null
  run_id: number
  run_title: string
  comment: string
  duration_ms: number | null
  status_name: string
  color_hex: string
  recorded_by: string | null
}

/** Returns tests of launches that were linked to the case's key, and results of test runs. */
export const findExecutions = async (
  db: Db,
  project: ProjectScope,
  caseId: number,
  { page, pageSize }: z.infer<typeof listCaseExecutions.query>,
): Promise<z.infer<typeof listCaseExecutions.answer>> => {
  const one = await db
    .selectFrom('test_case')
    .select('number')
    .where('project_id', '=', project.id)
    .where('id', '=', caseId)
    .executeTakeFirst()
  if (!one) throw notFound(TEXTS.caseNotFound)
  const link = JSON.stringify([{ testCaseId: `${project.key}-${one.number}` }])
  // The condition on '[]' matches that of the partial index, which excludes the many tests without a link.
  const found = sql`
    select t.id as test_id, null::uuid as result_id, t.started_at as at from test t join launch l on l.id = t.launch_id
     where t.test_cases <> '[]' and t.test_cases @> ${link}::jsonb and l.project_id = ${project.id}
    union all
    select null, r.id, r.at from test_run_result r where r.case_id = ${caseId} and r.test_id is null and r.withdrawn_at is null`
  const [{ rows }, counted] = await Promise.all([
    sql<StoredExecution>`
      with page as (
        select * from (${found}) f order by at desc, test_id desc, result_id limit ${pageSize} offset ${(page - 1) * pageSize})
      select p.at, p.result_id, t.id, t.launch_id, l.name as launch_name, l.number as launch_number, t.name, t.status, t.passed_manually,
             t.issue_id, t.message, coalesce(l.environment, e.key) as environment, t.ended_at, r.run_id, u.title as run_title, r.comment,
             r.duration_ms, coalesce(s.name, d.name, 'Unknown') as status_name, coalesce(s.color_hex, d.color_hex, '#868e9d') as color_hex,
             case when w.id is not null then ${displayName('w')} end as recorded_by
        from page p
        left join test t on t.id = p.test_id
        left join launch l on l.id = t.launch_id
        left join test_run_result r on r.id = p.result_id
        left join test_run u on u.id = r.run_id
        left join environment e on e.id = u.environment_id
        left join workspace_user w on w.id = r.recorded_by
        left join result_status s on s.id = r.status_id
        left join deleted_result_status d on d.id = r.status_id
       order by p.at desc, p.test_id desc, p.result_id`.execute(db),
    sql<{ total: number }>`select count(*) as total from (${found}) f`.execute(db),
  ])
  return { items: rows.map(executionOf), _meta: pageMeta(counted.rows[0]?.total ?? 0, page, pageSize) }
}

const executionOf = (row: StoredExecution): CaseExecution =>
  row.result_id !== null
    ? {
        kind: 'run',
        resultId: row.result_id,
        runId: row.run_id,
        runTitle: row.run_title,
        status: { name: row.status_name, colorHex: row.color_hex },
        comment: row.comment,
        recordedBy: row.recorded_by,
        environment: row.environment,
        startedAt: row.at.toISOString(),
        durationMs: row.duration_ms,
      }
    : {
        kind: 'automated',
        testId: row.id,
        launchId: row.launch_id,
        launchName: row.launch_name,
        launchNumber: row.launch_number,
        testName: row.name,
        status: row.status,
        passedManually: row.passed_manually,
        knownIssue: row.issue_id !== null,
        message: row.message,
        environment: row.environment,
        startedAt: row.at.toISOString(),
        durationMs: row.ended_at === null ? null : Math.max(0, row.ended_at.getTime() - row.at.getTime()),
      }
