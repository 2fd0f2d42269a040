import { sql } from 'kysely'
import type { Done } from '../../../contract/cases/operations.ts'
import type { Tx } from '../../db/database.ts'
import type { Db } from '../../db/open.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { contentOf, keepVersions } from '../content/snapshot.ts'
import { requireNewestModel, undoModel } from './undo-model.ts'
import { reserve, type Touched, type Where } from '../repository.ts'
import { livingValues } from '../../settings/settings.ts'
import { undoSuites } from '../suites/undo.ts'
import type { OperationKind } from './operation.ts'
import { moveBackFromProject, reserveBoth } from './other-project.ts'

/**
 * Undoes an operation as one step. Cases that changed since the operation stay as they are and are reported as failed. Later changes that
 * were undone do not count.
 */
export const undoOf = async (tx: Tx, where: Where, touched: Touched, operationId: string): Promise<Done> => {
  const { projectId, userId } = where
  const otherId = await otherProjectOf(tx, where, operationId)
  await (otherId === null ? reserve(tx, projectId) : reserveBoth(tx, projectId, otherId))
  const operation = await tx
    .selectFrom('case_operation')
    .select(['kind', 'undo', 'undone_at'])
    .where('id', '=', operationId)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!operation) throw notFound('The operation does not exist')
  if (operation.undone_at !== null) throw conflict('This operation is already undone')
  await tx.updateTable('case_operation').set({ undone_at: new Date() }).where('id', '=', operationId).execute()
  await requireNewestModel(tx, operation.undo)
  await undoSuites(tx, projectId, operation, touched, 'before')
  const { sound, failed } = await itemsOf(tx, operationId, operation.kind)
  touched.cases(...sound.map(({ id }) => id))
  touched.suiteCases(...sound.flatMap(({ suite_id, before }) => [suite_id, before?.suiteId ?? null]))
  const ids = sound.map(({ id }) => id)
  if (otherId === null) await takeBack[operation.kind](tx, operationId, ids, where)
  else await moveBackFromProject(tx, { projectId: otherId, userId }, ids)
  await undoSuites(tx, projectId, operation, touched, 'after')
  await undoModel(tx, operation.undo, userId, touched)
  return { successfullyProcessed: ids, failed }
}

/** Returns the project that the operation moved cases to; null for one within the project. */
export const otherProjectOf = async (
  db: Db | Tx,
  { projectId, userId }: Where,
  operationId: string,
): Promise<number | null> => {
  const row = await db
    .selectFrom('case_operation')
    .select(sql<number | null>`(undo->>'movedToProjectId')::bigint`.as('other'))
    .where('id', '=', operationId)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.other ?? null
}

interface Item {
  id: number
  suite_id: number | null
  before: { suiteId?: number | null; deletedAt?: string } | null
}

/** Locks the items and separates them by whether the cases are as the operation left them. */
const itemsOf = async (
  tx: Tx,
  operationId: string,
  kind: OperationKind,
): Promise<{ sound: Item[]; failed: Done['failed'] }> => {
  const isMoveAway = kind === 'move-to-project'
  const isDeletion = kind === 'delete' || kind === 'delete-suite' || isMoveAway
  const { rows } = await sql<Item & { isSame: boolean; hasSuite: boolean }>`
    select c.id, c.suite_id, i.before,
           (c.version = i.version_after or exists (
              select from test_case_version v
               where v.case_id = c.id and v.version = i.version_after and v.content = ${contentOf('c')}))
           -- A new position within the suite creates no version.
           and not (i.before ? 'position' and exists (
                 select from case_operation_item later
                   join case_operation move on move.id = later.operation_id
                  where later.case_id = c.id and move.kind = 'move' and move.id <> o.id and move.undone_at is null
                    and move.created_at > o.created_at))
           and (c.deleted_at is not null) = ${isDeletion} and (c.moved_to is not null) = ${isMoveAway}
           and (c.moved_to is null or exists (
                 select from test_case copy where copy.id = c.moved_to and copy.version = 1 and copy.deleted_at is null)) as "isSame",
           exists (select from suite s where s.deleted_at is null
                    and s.id = case when i.before ? 'suiteId' then (i.before->>'suiteId')::bigint else c.suite_id end) as "hasSuite"
      from case_operation_item i
      join case_operation o on o.id = i.operation_id
      join test_case c on c.id = i.case_id
     where i.operation_id = ${operationId}
     order by c.id
       for update of c`.execute(tx)
  const reasonOf = ({ isSame, hasSuite, before }: (typeof rows)[number]): string | null => {
    if (!isSame) return 'It was changed by somebody else'
    const isCopy =
      kind === 'clone' || kind === 'create' || kind === 'clone-suite' || (kind === 'import' && before === null)
    // The trash bin may contain cases of deleted suites.
    return hasSuite || isCopy || before?.deletedAt !== undefined ? null : 'Its suite was deleted'
  }
  return {
    sound: rows.filter((row) => reasonOf(row) === null),
    failed: rows.flatMap((row) => {
      const message = reasonOf(row)
      return message === null ? [] : [{ id: row.id, message }]
    }),
  }
}

type TakeBack = (tx: Tx, operationId: string, ids: readonly number[], where: Where) => Promise<void>

const moveBack: TakeBack = async (tx, operationId, ids, { userId }) => {
  const { rows } = await sql<{ id: number }>`
    select c.id from test_case c join case_operation_item i on i.case_id = c.id and i.operation_id = ${operationId}
     where c.id = any(${[...ids]}::bigint[]) and c.suite_id is distinct from (i.before->>'suiteId')::bigint
       and not i.before ? 'deletedAt'`.execute(tx)
  const changing = rows.map(({ id }) => id)
  await keepVersions(tx, changing)
  await sql`
    update test_case c
       set suite_id = (i.before->>'suiteId')::bigint, position = (i.before->>'position')::double precision,
           deleted_at = (i.before->>'deletedAt')::timestamptz, deleted_by = (i.before->>'deletedBy')::bigint,
           version = c.version + (c.id = any(${changing}::bigint[]))::int,
           updated_at = case when c.id = any(${changing}::bigint[]) then now() else c.updated_at end,
           updated_by = case when c.id = any(${changing}::bigint[]) then ${userId} else c.updated_by end
      from case_operation_item i
     where i.operation_id = ${operationId} and i.case_id = c.id and c.id = any(${[...ids]}::bigint[])`.execute(tx)
}

const removeCopies: TakeBack = async (tx, _operationId, ids) => {
  await sql`delete from test_case where id = any(${[...ids]}::bigint[])`.execute(tx)
}

const bringBack: TakeBack = async (tx, _operationId, ids) => {
  await sql`update test_case set deleted_at = null, deleted_by = null where id = any(${[...ids]}::bigint[])`.execute(tx)
}

/** Restores the previous values as a new version, since the history shows it. */
const editBack: TakeBack = async (tx, operationId, ids, { projectId, userId }) => {
  await keepVersions(tx, ids)
  await sql`
    update test_case c
       set title = v.content->>'title', draft = (v.content->>'draft')::boolean, deprecated = (v.content->>'deprecated')::boolean,
           priority_id = (select p.id from priority p where p.id = (v.content->'priority'->>'id')::bigint),
           automation_state_id = (select s.id from automation_state s where s.id = (v.content->'automationState'->>'id')::bigint),
           field_values = ${livingValues(projectId, sql`v.content->'customFields'`)},
           version = c.version + 1, updated_at = now(), updated_by = ${userId}
      from case_operation_item i
      join test_case_version v on v.case_id = i.case_id and v.version = (i.before->>'version')::int
     where i.operation_id = ${operationId} and i.case_id = c.id and c.id = any(${[...ids]}::bigint[])`.execute(tx)
}

/** Deletes created cases; restores changed ones with their place and their references to shared steps. */
const importBack: TakeBack = async (tx, operationId, ids, where) => {
  const { rows } = await sql<{ id: number }>`
    select case_id as id from case_operation_item
     where operation_id = ${operationId} and before is not null and case_id = any(${[...ids]}::bigint[])`.execute(tx)
  const changed = rows.map(({ id }) => id)
  const isChanged = new Set(changed)
  await removeCopies(
    tx,
    operationId,
    ids.filter((id) => !isChanged.has(id)),
    where,
  )
  await editBack(tx, operationId, changed, where)
  await sql`
    update test_case c
       set suite_id = (i.before->>'suiteId')::bigint, position = (i.before->>'position')::double precision,
           description = v.content->>'description', pre_conditions = v.content->>'preConditions',
           post_conditions = v.content->>'postConditions', steps = v.content->'steps'
      from case_operation_item i
      join test_case_version v on v.case_id = i.case_id and v.version = (i.before->>'version')::int
     where i.operation_id = ${operationId} and i.case_id = c.id and c.id = any(${changed}::bigint[])`.execute(tx)
  await sql`
    insert into test_case_shared_steps (shared_steps_id, case_id)
    select distinct s.id, c.id
      from test_case c
      cross join jsonb_array_elements(c.steps) as step
      join shared_steps s on s.id = (step->>'sharedStepsId')::bigint
     where c.id = any(${changed}::bigint[])
    on conflict do nothing`.execute(tx)
}

const nothing: TakeBack = () => Promise.resolve()

const takeBack: Record<OperationKind, TakeBack> = {
  'move-to-project': nothing,
  move: moveBack,
  create: removeCopies,
  clone: removeCopies,
  delete: bringBack,
  edit: editBack,
  import: importBack,
  'clone-suite': removeCopies,
  'delete-suite': bringBack,
  'move-suite': nothing,
}
