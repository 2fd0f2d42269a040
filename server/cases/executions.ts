import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { listCaseExecutions } from '../../contract/cases/executions.ts'
import type { TestStatus } from '../../contract/launches/launches.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import { pageMeta } from '../http/page-meta.ts'
import { notFound } from '../http/refusal.ts'

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
  started_at: Date
  ended_at: Date | null
}

/** Tests of the project's launches that were linked to the case's key. */
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
  // The condition on '[]' names the index, which leaves out the many tests without a link.
  const linked = sql`
    from test t join launch l on l.id = t.launch_id
   where t.test_cases <> '[]' and t.test_cases @> ${link}::jsonb and l.project_id = ${project.id}`
  const [{ rows }, counted] = await Promise.all([
    sql<StoredExecution>`
      select t.id, t.launch_id, l.name as launch_name, l.number as launch_number, t.name, t.status, t.passed_manually, t.issue_id, t.message, l.environment,
             t.started_at, t.ended_at ${linked}
       order by t.started_at desc, t.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${linked}`.execute(db),
  ])
  return {
    items: rows.map((row) => ({
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
      startedAt: row.started_at.toISOString(),
      durationMs: row.ended_at === null ? null : Math.max(0, row.ended_at.getTime() - row.started_at.getTime()),
    })),
    _meta: pageMeta(counted.rows[0]?.total ?? 0, page, pageSize),
  }
}
