import { sql } from 'kysely'
import { TEXTS } from '../../../contract/texts.ts'
import type { Tx } from '../../db/database.ts'
import { conflict } from '../../http/refusal.ts'
import type { OperationKind } from '../operations/operation.ts'
import type { Touched } from '../repository.ts'
import { withAncestors } from './tree.ts'

/** Stored undo data of operations with suites. */
export interface SuiteUndo {
  /** `delete-suite`: the deleted suites. `create`, `clone-suite`, `import`: the created suites. */
  suiteIds?: number[]
  /** `move-suite`: its previous place. */
  moved?: { suiteId: number; parentId: number | null; position: number }
  /** `import`: the suite that got a model. */
  modelOfSuiteId?: number
}

/**
 * Undoes changes of suites: restores suites before the cases that go back to them, and removes suites after their cases. Suites that now
 * contain anything else stay.
 */
export const undoSuites = async (
  tx: Tx,
  projectId: number,
  operation: { kind: OperationKind; undo: SuiteUndo },
  touched: Touched,
  when: 'before' | 'after',
): Promise<void> => {
  const { kind, undo } = operation
  if (kind === 'create' && undo.suiteIds && when === 'after') {
    const left = await remove(tx, undo.suiteIds, touched)
    if (left > 0) throw conflict('The suite is not empty any more')
  }
  if (kind === 'delete-suite' && when === 'before') await bringBack(tx, undo.suiteIds ?? [], touched)
  if ((kind === 'clone-suite' || kind === 'import') && when === 'after') await remove(tx, undo.suiteIds ?? [], touched)
  // A model with a newer version stays, with the cases of that version.
  if (undo.modelOfSuiteId !== undefined && when === 'after')
    await tx.deleteFrom('case_model').where('suite_id', '=', undo.modelOfSuiteId).where('version', '=', 1).execute()
  if (kind === 'move-suite' && when === 'before' && undo.moved) await moveBack(tx, projectId, undo.moved, touched)
}

/** A suite whose parent was deleted is restored at the top level. */
const bringBack = async (tx: Tx, ids: readonly number[], touched: Touched): Promise<void> => {
  await sql`
    update suite s
       set deleted_at = null,
           parent_id = case when p.deleted_at is null or p.id = any(${[...ids]}::bigint[]) then s.parent_id end
      from suite own left join suite p on p.id = own.parent_id
     where own.id = s.id and s.id = any(${[...ids]}::bigint[])`.execute(tx)
  touched.suites()
}

/** Returns the number of suites that stay. */
const remove = async (tx: Tx, ids: readonly number[], touched: Touched): Promise<number> => {
  let left = ids.length
  // Removes empty suites from the leaves up.
  while (left > 0) {
    const { numDeletedRows } = await tx
      .deleteFrom('suite')
      .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
      .where(sql<boolean>`not exists (select from suite child where child.parent_id = suite.id)`)
      .where(sql<boolean>`not exists (select from test_case c where c.suite_id = suite.id)`)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) break
    left -= Number(numDeletedRows)
  }
  touched.suites()
  return left
}

const moveBack = async (
  tx: Tx,
  projectId: number,
  { suiteId, parentId, position }: NonNullable<SuiteUndo['moved']>,
  touched: Touched,
): Promise<void> => {
  if (parentId !== null) {
    const above = await withAncestors(tx, parentId)
    const parent = await tx.selectFrom('suite').select('deleted_at').where('id', '=', parentId).executeTakeFirst()
    if (above.includes(suiteId)) throw conflict(TEXTS.suiteIntoItself)
    if (!parent || parent.deleted_at !== null) throw conflict('Its parent suite was deleted')
  }
  await tx
    .updateTable('suite')
    .set({ parent_id: parentId, position })
    .where('project_id', '=', projectId)
    .where('id', '=', suiteId)
    .execute()
  touched.suites()
}
