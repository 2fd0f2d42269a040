import { isDeepStrictEqual } from 'node:util'
import type { CaseChanges, TestCase } from '../../../contract/cases/cases.ts'
import { mergeSteps } from '../../../contract/cases/merge-steps.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Principal, ProjectScope } from '../../access/principals.ts'
import type { Tx } from '../../db/database.ts'
import type { Db } from '../../db/open.ts'
import { refuseCollisions } from '../../http/merge-edit.ts'
import { conflict, notFound, wrongField } from '../../http/refusal.ts'
import { changeRepository, whereOf } from '../repository.ts'
import { holdAttachments, requireAttachments } from '../attachments/known.ts'
import { checkValues, readDefinitions, readUsers } from './definitions.ts'
import { readCase } from './read.ts'
import { noteSharedSteps } from './shared-steps-usage.ts'
import { keepVersions, type CaseContent } from './snapshot.ts'

/** Columns that a change may set, by their names in the contract. */
type Columns = Partial<{
  title: string
  draft: boolean
  deprecated: boolean
  priority_id: number | null
  automation_state_id: number | null
  description: string
  pre_conditions: string
  post_conditions: string
  steps: string
  attachments: string
  field_values: string
}>

/**
 * Merges changes that were based on `version` with concurrent ones, per field and per step. Throws 409 `stale` with the colliding fields
 * and steps. An update that changes nothing creates no version.
 */
export const updateCase = (
  db: Db,
  given: { project: ProjectScope; caller: Principal },
  caseId: number,
  { version, changes: requested }: { version: number; changes: CaseChanges },
): Promise<TestCase> => {
  const { project } = given
  return changeRepository(db, whereOf(given), 'cases/updated', async (tx, touched) => {
    const current = await lockedCase(tx, project, caseId)
    const base = version === current.version ? current : await versionOf(tx, caseId, version)
    const requestedValues = fieldsOf(requested)
    const steps = requested.steps === undefined ? null : mergeSteps(base.steps, requested.steps, current.steps)
    if (steps !== null) requestedValues.set('steps', steps.steps)
    const collisions = [...requestedValues].flatMap(([field, value]) => {
      if (field === 'steps' && steps !== null) return steps.collisions.map((id) => `step:${id}`)
      const stored = fieldIn(current, field)
      return isDeepStrictEqual(stored, fieldIn(base, field)) || isDeepStrictEqual(stored, value) ? [] : [field]
    })
    if (collisions.length > 0) throw refuseCollisions(collisions, { data: current, collisions }, TEXTS.caseStale)
    if (steps !== null && steps.steps.length > LIMITS.maxSteps)
      throw wrongField('changes.steps', `At most ${LIMITS.maxSteps} steps`)
    const different = [...requestedValues].filter(
      ([field, value]) => !isDeepStrictEqual(fieldIn(current, field), value),
    )
    if (different.length === 0) return current
    const changes = steps === null ? requested : { ...requested, steps: steps.steps }

    const definitions = await readDefinitions(tx, project.id)
    const users = await readUsers(tx, project.id, definitions, [changes])
    checkValues(definitions, users, changes, { under: 'changes.', stored: current.customFields })
    await requireAttachments(tx, project.id, changes, { sent: requested, under: 'changes.' })
    await keepVersions(tx, [caseId])
    await tx
      .updateTable('test_case')
      .set({
        ...columnsOf(changes, current),
        version: current.version + 1,
        updated_at: new Date(),
        updated_by: given.caller.userId,
      })
      .where('id', '=', caseId)
      .execute()
    if (changes.steps) {
      const sent = { sent: requested.steps ?? [], field: 'changes.steps' }
      await noteSharedSteps(tx, { projectId: project.id, caseId, ...sent }, changes.steps)
    }
    await holdAttachments(tx, { caseId }, changes)
    touched.cases(caseId)
    touched.suiteCases(current.testSuiteId)
    return readCase(tx, project, caseId)
  })
}

/** Locks the case until the transaction ends. Throws 404 if it is not in the project, 409 if it is in the trash bin (CPAGE-11). */
const lockedCase = async (tx: Tx, project: ProjectScope, caseId: number): Promise<TestCase> => {
  const locked = await tx
    .selectFrom('test_case')
    .select('deleted_at')
    .where('project_id', '=', project.id)
    .where('id', '=', caseId)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw notFound(TEXTS.caseNotFound)
  if (locked.deleted_at !== null) throw conflict('A test case in the trash bin cannot be changed')
  return readCase(tx, project, caseId)
}

const versionOf = async (tx: Tx, caseId: number, version: number): Promise<CaseContent> => {
  const row = await tx
    .selectFrom('test_case_version')
    .select('content')
    .where('case_id', '=', caseId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw notFound(`The test case has no version ${version}`)
  return row.content
}

/** Flattens changes: each custom field is an entry of its own, such as `field:12`. */
const fieldsOf = ({ customFields, ...changes }: CaseChanges): Map<string, unknown> =>
  new Map([
    ...Object.entries(changes).filter(([, value]) => value !== undefined),
    ...Object.entries(customFields ?? {}).map(([id, value]): [string, unknown] => [`field:${id}`, value]),
  ])

const fieldIn = (content: CaseContent, field: string): unknown =>
  field.startsWith('field:')
    ? (content.customFields[field.slice('field:'.length)] ?? null)
    : content[field as keyof CaseContent]

const columnsOf = (changes: CaseChanges, current: TestCase): Columns => {
  const columns: Columns = {}
  if (changes.title !== undefined) columns.title = changes.title
  if (changes.draft !== undefined) columns.draft = changes.draft
  if (changes.deprecated !== undefined) columns.deprecated = changes.deprecated
  if (changes.priority !== undefined) columns.priority_id = changes.priority?.id ?? null
  if (changes.automationState !== undefined) columns.automation_state_id = changes.automationState?.id ?? null
  if (changes.description !== undefined) columns.description = changes.description
  if (changes.preConditions !== undefined) columns.pre_conditions = changes.preConditions
  if (changes.postConditions !== undefined) columns.post_conditions = changes.postConditions
  if (changes.steps !== undefined) columns.steps = JSON.stringify(changes.steps)
  if (changes.attachments !== undefined) columns.attachments = JSON.stringify(changes.attachments)
  if (changes.customFields !== undefined) {
    const values = Object.entries({ ...current.customFields, ...changes.customFields })
    columns.field_values = JSON.stringify(Object.fromEntries(values.filter(([, value]) => value !== null)))
  }
  return columns
}
