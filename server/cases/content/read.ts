import { sql, type RawBuilder } from 'kysely'
import type { CaseUser, CustomValues, TestCase } from '../../../contract/cases/cases.ts'
import type { Attachment, CaseStep, Step } from '../../../contract/cases/steps.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { ProjectScope } from '../../access/principals.ts'
import type { Tx } from '../../db/database.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import { readableValues } from '../../settings/settings.ts'
import { displayName, serviceAccountMark } from '../../access/users.ts'
import { idOrNull } from '../list.ts'

export interface StoredCase {
  id: number
  number: number
  title: string
  suite_id: number | null
  version: number
  draft: boolean
  deprecated: boolean
  priority_id: number | null
  automation_state_id: number | null
  description: string
  pre_conditions: string
  post_conditions: string
  steps: CaseStep[]
  attachments: Attachment[]
  field_values: CustomValues
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  creator: CaseUser
  editor: CaseUser
  remover: CaseUser
  shared: { id: number; name: string; steps: Step[] }[]
}

/** Returns a JSON expression of the user whose id is in `column`; null for none. */
export const userBy = (column: string): RawBuilder<CaseUser> => sql`
  (select jsonb_build_object('id', p.id, 'username', p.username, 'displayName', ${displayName('p')}, 'photoUrl', p.photo_url) ||
          ${serviceAccountMark('p')}
     from workspace_user p where p.id = ${sql.ref(column)})`

/** Columns of `StoredCase` that come from the row itself, which the statement calls `c`. */
export const storedColumns: RawBuilder<unknown> = sql`
  c.id, c.number, c.title, c.suite_id, c.version, c.draft, c.deprecated, c.priority_id, c.automation_state_id,
  c.description, c.pre_conditions, c.post_conditions, c.steps, c.attachments, ${readableValues} as field_values, c.created_at, c.updated_at, c.deleted_at`

/**
 * Returns cases in the order of `ids`, including those in the trash bin. Omits cases that are not in the project or were moved to another.
 */
export const readCases = async (db: Db | Tx, project: ProjectScope, ids: readonly number[]): Promise<TestCase[]> => {
  const { rows } = await sql<StoredCase>`
    select ${storedColumns},
           ${userBy('c.created_by')} as creator, ${userBy('c.updated_by')} as editor, ${userBy('c.deleted_by')} as remover,
           (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'steps', s.steps)), '[]')
              from test_case_shared_steps u join shared_steps s on s.id = u.shared_steps_id
             where u.case_id = c.id) as shared
      from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join test_case c on c.id = wanted.id
     where c.project_id = ${project.id} and c.moved_to is null
     order by wanted.place`.execute(db)
  return rows.map((row) => caseOf(project.key, row))
}

/** Throws 404 for a case that is not in the project. */
export const readCase = async (db: Db | Tx, project: ProjectScope, caseId: number): Promise<TestCase> => {
  const [found] = await readCases(db, project, [caseId])
  if (!found) throw notFound(TEXTS.caseNotFound)
  return found
}

export const caseOf = (projectKey: string, row: StoredCase): TestCase => ({
  id: row.id,
  key: `${projectKey}-${row.number}`,
  testSuiteId: row.suite_id,
  version: row.version,
  title: row.title,
  draft: row.draft,
  deprecated: row.deprecated,
  priority: idOrNull(row.priority_id),
  automationState: idOrNull(row.automation_state_id),
  description: row.description,
  preConditions: row.pre_conditions,
  postConditions: row.post_conditions,
  steps: row.steps,
  attachments: row.attachments,
  customFields: row.field_values,
  sharedSteps: row.shared,
  deleted: row.deleted_at !== null,
  deletedAt: row.deleted_at?.toISOString() ?? null,
  deletedBy: row.remover,
  createdBy: row.creator,
  createdAt: row.created_at.toISOString(),
  lastModifiedBy: row.editor,
  lastModifiedAt: row.updated_at.toISOString(),
})
