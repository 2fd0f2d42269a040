import { sql } from 'kysely'
import type { Done } from '../../../contract/cases/operations.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Tx } from '../../db/database.ts'
import type { CaseOperationTable } from '../../db/schema.generated.ts'
import { conflict } from '../../http/refusal.ts'
import type { Where } from '../repository.ts'

export type OperationKind = CaseOperationTable['kind']

/**
 * Starts an operation, or continues one whose earlier parts have the same id. Throws 409 for an id that belongs to another user, is of
 * another kind, or was undone. `undo` is data of its kind that undo needs besides the items.
 */
export const beginOperation = async (
  tx: Tx,
  { projectId, userId }: Where,
  { id, kind, undo = {} }: { id: string; kind: OperationKind; undo?: Record<string, unknown> },
): Promise<void> => {
  const { rows } = await sql`
    insert into case_operation as o (id, project_id, user_id, kind, undo)
    values (${id}, ${projectId}, ${userId}, ${kind}, ${JSON.stringify(undo)}::jsonb)
    on conflict (id) do update set undo = o.undo || excluded.undo
     where o.project_id = ${projectId} and o.user_id = ${userId} and o.kind = ${kind} and o.undone_at is null
    returning id`.execute(tx)
  if (rows.length === 0) throw conflict('This operation is another one, or was undone')
}

/** Locks cases of the project that are not in the trash bin. Returns them in the order of `ids`, and the others as failed. */
export const lockCases = async (
  tx: Tx,
  projectId: number,
  ids: readonly number[],
): Promise<{ found: LockedCase[]; failed: Done['failed'] }> => {
  const rows = await tx
    .selectFrom('test_case')
    .select(['id', 'suite_id', 'position', 'version'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const unique = [...new Set(ids)]
  return {
    found: unique.flatMap((id) => byId.get(id) ?? []),
    failed: unique.flatMap((id) => (byId.has(id) ? [] : [{ id, message: TEXTS.caseNotFound }])),
  }
}

export interface LockedCase {
  id: number
  suite_id: number | null
  position: number
  version: number
}

/** Records created cases as an operation that can be undone. */
export const noteCreated = async (
  tx: Tx,
  where: Where,
  operationId: string,
  caseIds: readonly number[],
): Promise<void> => {
  await beginOperation(tx, where, { id: operationId, kind: 'create' })
  await noteItems(
    tx,
    operationId,
    caseIds.map((caseId) => ({ caseId, before: null, versionAfter: 1 })),
  )
}

interface NotedItem {
  caseId: number
  before: Record<string, unknown> | null
  /** Version before the change; only of kinds that may change a case twice, as when a part is sent again. */
  version?: number
  versionAfter: number
}

/**
 * Records what undo has to restore. For a case that an earlier part touched, the first recorded state is kept; if another user changed it
 * between the parts, nothing more is recorded, so that undo finds a difference and skips it.
 */
export const noteItems = async (tx: Tx, operationId: string, items: readonly NotedItem[]): Promise<void> => {
  if (items.length === 0) return
  await sql`
    insert into case_operation_item (operation_id, case_id, before, version_after)
    select ${operationId}, i."caseId", nullif(i.before, 'null'), i."versionAfter"
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i ("caseId" bigint, before jsonb, version int, "versionAfter" int)
     where not exists (
       select from case_operation_item o
        where o.operation_id = ${operationId} and o.case_id = i."caseId" and o.version_after <> i.version)
    on conflict (operation_id, case_id) do update set version_after = excluded.version_after`.execute(tx)
}
