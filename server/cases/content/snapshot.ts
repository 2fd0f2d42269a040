import { sql, type RawBuilder } from 'kysely'
import type { CaseVersion } from '../../../contract/cases/history.ts'
import type { Tx } from '../../db/database.ts'

export type CaseContent = CaseVersion['content']

/** Returns an expression of `CaseVersion.content` for a row of `test_case`, which the statement calls `c`. */
export const contentOf = (c: string): RawBuilder<CaseContent> => {
  const of = (column: string) => sql.ref(`${c}.${column}`)
  const reference = (column: string) =>
    sql`case when ${of(column)} is not null then jsonb_build_object('id', ${of(column)}) end`
  return sql`jsonb_build_object(
    'title', ${of('title')}, 'testSuiteId', ${of('suite_id')}, 'draft', ${of('draft')}, 'deprecated', ${of('deprecated')},
    'priority', ${reference('priority_id')}, 'automationState', ${reference('automation_state_id')},
    'description', ${of('description')}, 'preConditions', ${of('pre_conditions')}, 'postConditions', ${of('post_conditions')},
    'steps', ${of('steps')}, 'attachments', ${of('attachments')}, 'customFields', ${of('field_values')})`
}

/** Stores the current contents of cases as versions, before a change. The caller has locked the cases. */
export const keepVersions = async (tx: Tx, caseIds: readonly number[]): Promise<void> => {
  await sql`
    insert into test_case_version (case_id, version, saved_by, saved_at, content)
    select c.id, c.version, c.updated_by, c.updated_at, ${contentOf('c')}
      from test_case c where c.id = any(${[...caseIds]}::bigint[])`.execute(tx)
}
