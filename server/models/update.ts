import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { GENERATED_FIELDS, type SuggestedCase, type updateCaseModel } from '../../contract/models/models.ts'
import type { CaseStep } from '../../contract/cases/steps.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Tx } from '../db/database.ts'
import { notFound, stale } from '../http/refusal.ts'
import {
  beginOperation,
  keepVersions,
  type ModelUndo,
  noteItems,
  readSuite,
  reserve,
  type Touched,
  type Where,
} from '../cases/cases.ts'
import { requireDifferent } from './create.ts'
import { canDeprecate, editedIn, readModel, readModelCases, type StoredCase } from './stored.ts'
import { insertModelCases, stepsOf } from './write.ts'

type ModelChange = z.infer<typeof updateCaseModel.body>
type Outcome = z.infer<typeof updateCaseModel.answer>

/** Changes of a case by a new version; null fields stay unchanged. */
interface Change {
  id: number
  title: string | null
  preConditions: string | null
  steps: CaseStep[] | null
  deprecated: boolean | null
}

/** Updates the cases of a suite to a new version of its model; see `updateCaseModel`. */
export const updateModel = async (
  tx: Tx,
  project: ProjectScope,
  where: Where,
  touched: Touched,
  suiteId: number,
  requested: ModelChange,
): Promise<Outcome> => {
  requireDifferent(requested.cases)
  await reserve(tx, where.projectId)
  await readSuite(tx, where.projectId, suiteId)
  const before = await requireVersion(tx, project, suiteId, requested.version)
  const stored = await readModelCases(tx, suiteId, { forUpdate: true })
  await beginOperation(tx, where, { id: requested.operationId, kind: 'import', undo: undoOf(suiteId, before, stored) })
  const byPath = new Map(stored.map((one) => [one.path_key, one]))
  const known = requested.cases.flatMap((suggested) => {
    const one = byPath.get(suggested.pathKey)
    // Cases in the trash bin stay unchanged, so that they are restored as they were deleted.
    return one && !one.deleted ? [{ suggested, stored: one }] : []
  })
  const paths = new Set(requested.cases.map(({ pathKey }) => pathKey))
  const obsolete = stored.filter(({ path_key, obsolete: isKnown }) => !paths.has(path_key) && !isKnown)
  const deprecates = await canDeprecate(tx, where.projectId)
  const compared = known.map(({ suggested, stored: one }) => compare(one, suggested, deprecates))
  const changes: Change[] = [
    ...compared.map(({ change }) => change),
    ...obsolete
      .filter((one) => deprecates && requested.obsolete === 'deprecate' && !one.deprecated && !one.deleted)
      .map(({ id }) => ({ id, title: null, preConditions: null, steps: null, deprecated: true })),
  ].filter((one) => changesAnything(one))

  await applyChanges(tx, where, changes)
  const byId = new Map(stored.map((one) => [one.id, one]))
  await noteItems(
    tx,
    requested.operationId,
    changes.flatMap(({ id }) => {
      const one = byId.get(id)
      if (!one) return []
      const { suite_id: inSuite, position, version } = one
      return [{ caseId: id, before: { suiteId: inSuite, position, version }, versionAfter: version + 1 }]
    }),
  )
  await noteContent(
    tx,
    known.map(({ suggested, stored: one }) => ({ id: one.id, suggested })),
  )
  await sql`update case_model_case set obsolete = true where case_id = any(${obsolete.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  )
  touched.cases(...changes.map(({ id }) => id))
  const suites = new Map(stored.map((one) => [one.id, one.suite_id]))
  touched.suiteCases(...changes.map(({ id }) => suites.get(id) ?? null))
  const created = await insertModelCases(
    tx,
    where,
    touched,
    suiteId,
    requested.cases.filter(({ pathKey }) => !byPath.has(pathKey)),
  )
  await noteItems(
    tx,
    requested.operationId,
    created.map((caseId) => ({ caseId, before: null, versionAfter: 1 })),
  )
  await tx
    .updateTable('case_model')
    .set({
      format: requested.format,
      source: requested.source,
      model: JSON.stringify(requested.model),
      options: JSON.stringify(requested.options),
      version: requested.version + 1,
      updated_at: new Date(),
      updated_by: where.userId,
    })
    .where('suite_id', '=', suiteId)
    .execute()
  // Notifies viewers of the model, even if no case changed.
  touched.suites()
  return {
    version: requested.version + 1,
    created: created.length,
    changed: compared.filter(({ change }) => changesAnything(change)).length,
    obsolete: obsolete.length,
    keptByHand: compared.filter(({ isKeptByHand }) => isKeptByHand).length,
    operationId: requested.operationId,
  }
}

type KeptBefore = NonNullable<ModelUndo['modelVersion']>['before'] & { version: number }

const requireVersion = async (tx: Tx, project: ProjectScope, suiteId: number, version: number): Promise<KeptBefore> => {
  const row = await tx
    .selectFrom('case_model')
    .select(['version', 'format', 'source', 'model', 'options'])
    .where('suite_id', '=', suiteId)
    .where('project_id', '=', project.id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('The suite keeps no model')
  if (row.version !== version)
    throw stale('Somebody saved a newer version of the model', await readModel(tx, project, suiteId))
  return row
}

const undoOf = (
  suiteId: number,
  { version, ...before }: KeptBefore,
  stored: readonly StoredCase[],
): ModelUndo & Record<string, unknown> => ({
  modelVersion: {
    suiteId,
    version: version + 1,
    before,
    cases: stored.map(({ id, content, transition_ids, obsolete }) => ({
      caseId: id,
      content,
      transitionIds: transition_ids,
      obsolete,
    })),
  },
})

const compare = (
  stored: StoredCase,
  { content }: SuggestedCase,
  deprecates: boolean,
): { change: Change; isKeptByHand: boolean } => {
  const edited = new Set(editedIn(stored))
  const different = GENERATED_FIELDS.filter((field) => !isDeepStrictEqual(stored.content[field], content[field]))
  const taken = new Set(different.filter((field) => !edited.has(field)))
  return {
    change: {
      id: stored.id,
      title: taken.has('title') ? content.title : null,
      preConditions: taken.has('preConditions') ? content.preConditions : null,
      steps: taken.has('steps') ? stepsOf(content.steps, stored.steps) : null,
      // Its path exists again.
      deprecated: deprecates && stored.obsolete && stored.deprecated ? false : null,
    },
    isKeptByHand: different.some((field) => edited.has(field)),
  }
}

const changesAnything = ({ id: _, ...fields }: Change): boolean => Object.values(fields).some((value) => value !== null)

/** Applies changes; each case gets a new version. */
const applyChanges = async (tx: Tx, { userId }: Where, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  await keepVersions(
    tx,
    changes.map(({ id }) => id),
  )
  await sql`
    update test_case c
       set title = coalesce(r.title, c.title), pre_conditions = coalesce(r."preConditions", c.pre_conditions),
           steps = coalesce(nullif(r.steps, 'null'), c.steps), deprecated = coalesce(r.deprecated, c.deprecated),
           version = c.version + 1, updated_at = now(), updated_by = ${userId}
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as r (id bigint, title text, "preConditions" text, steps jsonb, deprecated boolean)
     where c.id = r.id`.execute(tx)
}

/** Stores the content that the model generated, also for fields that keep users' edits. */
const noteContent = async (tx: Tx, known: readonly { id: number; suggested: SuggestedCase }[]): Promise<void> => {
  if (known.length === 0) return
  const rows = known.map(({ id, suggested }) => ({ id, ...suggested }))
  await sql`
    update case_model_case m set content = r.content, transition_ids = r."transitionIds", obsolete = false
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, content jsonb, "transitionIds" jsonb)
     where m.case_id = r.id`.execute(tx)
}
