import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import {
  GENERATED_FIELDS,
  type GeneratedContent,
  type GeneratedField,
  type StoredModel,
} from '../../contract/models/models.ts'
import type { CaseStep } from '../../contract/cases/steps.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Tx } from '../db/database.ts'
import type { Db } from '../db/open.ts'

/** A case of a model with its current content. */
export interface StoredCase {
  id: number
  number: number
  version: number
  title: string
  pre_conditions: string
  steps: CaseStep[]
  suite_id: number | null
  position: number
  deprecated: boolean
  deleted: boolean
  path_key: string
  transition_ids: string[]
  content: GeneratedContent
  obsolete: boolean
}

/** Returns the cases in the order of their creation. `forUpdate` locks them until the transaction ends. */
export const readModelCases = async (
  db: Db | Tx,
  suiteId: number,
  { forUpdate = false } = {},
): Promise<StoredCase[]> => {
  const { rows } = await sql<StoredCase>`
    select c.id, c.number, c.version, c.title, c.pre_conditions, c.steps, c.suite_id, c.position, c.deprecated,
           c.deleted_at is not null as deleted, m.path_key, m.transition_ids, m.content, m.obsolete
      from case_model_case m join test_case c on c.id = m.case_id
     where m.suite_id = ${suiteId}
     order by c.id ${forUpdate ? sql`for update of c` : sql``}`.execute(db)
  return rows
}

/** Returns whether the project's Deprecated field is enabled (TCASE-03). */
export const canDeprecate = async (db: Db | Tx, projectId: number): Promise<boolean> => {
  const field = await db
    .selectFrom('test_case_field')
    .select('enabled')
    .where('project_id', '=', projectId)
    .where('type', '=', 'SYSTEM')
    .where('system_name', '=', 'deprecated')
    .executeTakeFirst()
  return field?.enabled ?? true
}

/** Returns null for a suite without a model. */
export const readModel = async (db: Db | Tx, project: ProjectScope, suiteId: number): Promise<StoredModel | null> => {
  const row = await db
    .selectFrom('case_model')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('suite_id', '=', suiteId)
    .executeTakeFirst()
  if (!row) return null
  const cases = await readModelCases(db, suiteId)
  const tellsDeprecated = await canDeprecate(db, project.id)
  return {
    suiteId,
    format: row.format,
    source: row.source,
    model: row.model,
    options: row.options,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
    cases: cases.map((one) => ({
      caseId: one.id,
      key: `${project.key}-${one.number}`,
      title: one.title,
      pathKey: one.path_key,
      transitionIds: one.transition_ids,
      content: one.content,
      edited: editedIn(one),
      deprecated: tellsDeprecated && one.deprecated,
      deleted: one.deleted,
      obsolete: one.obsolete,
    })),
  }
}

/** Returns the generated fields of a case. Steps that a model cannot generate keep all properties, so they never equal a generated step. */
const writtenIn = ({ title, pre_conditions, steps }: StoredCase): Record<GeneratedField, unknown> => ({
  title,
  preConditions: pre_conditions,
  steps: steps.map((step) =>
    step.kind === 'step' && step.attachments.length === 0
      ? { action: step.action, expectedResult: step.expectedResult }
      : step,
  ),
})

/** Returns the fields that differ from what the model generated last. */
export const editedIn = (stored: StoredCase): GeneratedField[] => {
  const written = writtenIn(stored)
  return GENERATED_FIELDS.filter((field) => !isDeepStrictEqual(written[field], stored.content[field]))
}
