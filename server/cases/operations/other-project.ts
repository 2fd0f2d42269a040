import { sql } from 'kysely'
import type { NewCase, TestCase } from '../../../contract/cases/cases.ts'
import type { Done, Target } from '../../../contract/cases/operations.ts'
import type { CaseStep, Step } from '../../../contract/cases/steps.ts'
import type { Principal, ProjectScope } from '../../access/principals.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { attachmentIdsOf, holdAttachments } from '../attachments/known.ts'
import { insertCases } from '../content/insert.ts'
import { readDefinitions, type Definitions } from '../content/definitions.ts'
import { readCases } from '../content/read.ts'
import { Change, reserve, whereOf, type Where } from '../repository.ts'
import { readSuite } from '../suites/tree.ts'
import { beginOperation, lockCases, noteItems } from './operation.ts'
import { once } from './once.ts'
import { casePositions } from './placing.ts'

/**
 * Copies cases to another project. For a move, the originals are hidden until undo shows them again and removes the copies. Priority and
 * automation state are matched by name, otherwise the project's defaults apply. Shared steps are inlined. Values of custom fields are
 * dropped, since fields belong to a project.
 */
export const copyIntoProject = (
  db: Db,
  given: { project: ProjectScope; caller: Principal },
  other: ProjectScope,
  target: Target,
  { keepsOriginals }: { keepsOriginals: boolean },
): Promise<Done> =>
  db
    .transaction()
    .execute((tx) => once(tx, whereOf(given), target, () => copied(tx, given, other, target, keepsOriginals)))

const copied = async (
  tx: Tx,
  given: { project: ProjectScope; caller: Principal },
  other: ProjectScope,
  target: Target,
  keepsOriginals: boolean,
): Promise<Done> => {
  const here = whereOf(given)
  const there = { projectId: other.id, userId: given.caller.userId }
  await reserveBoth(tx, here.projectId, there.projectId)
  await readSuite(tx, other.id, target.targetTestSuiteId)
  const { found, failed } = await lockCases(tx, here.projectId, target.ids)
  const cases = await readCases(
    tx,
    given.project,
    found.map(({ id }) => id),
  )
  const definitions = await readDefinitions(tx, other.id)
  const names = await sameNames(tx, here.projectId, other.id)
  const files = await copyAttachments(tx, there, cases)
  const requested = cases.map((one) => newCaseOf(one, target.targetTestSuiteId, { names, files, definitions }))
  const copies = await insertCases(tx, there, definitions, requested)
  for (const [i, caseId] of copies.entries()) await holdAttachments(tx, { caseId }, requested[i] as NewCase)
  const positions = await casePositions(tx, other.id, target.targetTestSuiteId, target, copies, copies.length)
  await placeAt(tx, copies, positions)
  const change = new Change()
  change.cases(...copies)
  change.suiteCases(target.targetTestSuiteId)
  const gone = new Change()
  if (!keepsOriginals) {
    const { operationId } = target
    const undo = { movedToProjectId: other.id }
    await beginOperation(tx, here, { id: operationId, kind: 'move-to-project', undo })
    await hideOriginals(tx, here.userId, new Map(found.map(({ id }, i) => [id, copies[i] as number])))
    await noteItems(
      tx,
      operationId,
      found.map(({ id, version }) => ({ caseId: id, before: null, versionAfter: version })),
    )
    gone.cases(...found.map(({ id }) => id))
    gone.suiteCases(...found.map(({ suite_id }) => suite_id))
  }
  await appendEvents(tx, [...change.events(there, 'cases/created'), ...gone.events(here, 'cases/moved')])
  return { successfullyProcessed: keepsOriginals ? copies : found.map(({ id }) => id), failed }
}

/** `copies`: ids of the copies by original id. */
const hideOriginals = async (tx: Tx, userId: number, copies: ReadonlyMap<number, number>): Promise<void> => {
  const moved = [...copies].map(([id, copy]) => ({ id, copy }))
  await sql`
    update test_case c set deleted_at = now(), deleted_by = ${userId}, moved_to = m.copy
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id bigint, copy bigint)
     where c.id = m.id`.execute(tx)
}

/**
 * Shows the originals in their old places and removes their copies. The caller has reserved the other project and verified that nobody
 * changed the copies.
 */
export const moveBackFromProject = async (tx: Tx, there: Where, ids: readonly number[]): Promise<void> => {
  const { rows: copies } = await sql<{ id: number; suite_id: number | null }>`
    delete from test_case where id in (select moved_to from test_case where id = any(${[...ids]}::bigint[]))
    returning id, suite_id`.execute(tx)
  await sql`
    update test_case set deleted_at = null, deleted_by = null, moved_to = null
     where id = any(${[...ids]}::bigint[])`.execute(tx)
  const change = new Change()
  change.cases(...copies.map(({ id }) => id))
  change.suiteCases(...copies.map(({ suite_id }) => suite_id))
  await appendEvents(tx, change.events(there, 'cases/undone'))
}

/** Locks both projects in id order, whatever the direction of the move. */
export const reserveBoth = async (tx: Tx, here: number, there: number): Promise<void> => {
  for (const projectId of [here, there].sort((a, b) => a - b)) await reserve(tx, projectId)
}

interface Known {
  names: SameNames
  files: ReadonlyMap<string, string>
  definitions: Definitions
}

const newCaseOf = (one: TestCase, testSuiteId: number, { names, files, definitions }: Known): NewCase => {
  const own = <T extends { id: string }>(attachments: readonly T[]): T[] =>
    attachments.map((file) => ({ ...file, id: files.get(file.id) ?? file.id }))
  const shared = new Map(one.sharedSteps.map(({ id, steps }) => [id, steps]))
  const steps = one.steps.flatMap((step: CaseStep): Step[] =>
    step.kind === 'step'
      ? [step]
      : (shared.get(step.sharedStepsId) ?? []).map((each, i) => ({ ...each, id: `${step.id.slice(0, 30)}-${i + 1}` })),
  )
  const referring = (id: number | null) => (id === null ? null : { id })
  return {
    testSuiteId,
    title: one.title,
    draft: one.draft,
    deprecated: one.deprecated,
    priority: referring(names.priorities.get(one.priority?.id ?? 0) ?? definitions.defaultPriority),
    automationState: referring(names.states.get(one.automationState?.id ?? 0) ?? definitions.defaultAutomationState),
    description: one.description,
    preConditions: one.preConditions,
    postConditions: one.postConditions,
    steps: steps.map((step) => ({ ...step, attachments: own(step.attachments) })),
    attachments: own(one.attachments),
  }
}

interface SameNames {
  priorities: Map<number, number>
  states: Map<number, number>
}

const sameNames = async (tx: Tx, here: number, there: number): Promise<SameNames> => {
  const of = async (table: 'priority' | 'automation_state') => {
    const { rows } = await sql<{ here: number; there: number }>`
      select h.id as here, t.id as there from ${sql.table(table)} h
        join ${sql.table(table)} t on lower(t.name) = lower(h.name) and t.project_id = ${there}
       where h.project_id = ${here}`.execute(tx)
    return new Map(rows.map((row) => [row.here, row.there]))
  }
  return { priorities: await of('priority'), states: await of('automation_state') }
}

/** Copies attachment records under new ids of the other project; the bytes are stored once. */
const copyAttachments = async (
  tx: Tx,
  { projectId, userId }: { projectId: number; userId: number },
  cases: readonly TestCase[],
): Promise<Map<string, string>> => {
  const ids = [
    ...new Set(
      cases.flatMap((one) => [
        ...attachmentIdsOf(one),
        ...one.sharedSteps.flatMap((shared) => attachmentIdsOf(shared)),
      ]),
    ),
  ]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ original: string; copy: string }>`
    with drawn as materialized (
      select id as original, gen_random_uuid() as copy from attachment where id = any(${ids}::uuid[])),
    made as (
      insert into attachment (id, project_id, file_hash, name, created_by)
      select d.copy, ${projectId}, a.file_hash, a.name, ${userId} from drawn d join attachment a on a.id = d.original)
    select original, copy from drawn`.execute(tx)
  return new Map(rows.map(({ original, copy }) => [original, copy]))
}

const placeAt = async (tx: Tx, ids: readonly number[], positions: readonly number[]): Promise<void> => {
  const places = ids.map((id, i) => ({ id, position: positions[i] }))
  await sql`
    update test_case c set position = p.position
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (id bigint, position double precision)
     where c.id = p.id`.execute(tx)
}
