import { sql } from 'kysely'
import type { Done } from '../../../contract/cases/operations.ts'
import type { Tx } from '../../db/database.ts'
import { conflict } from '../../http/refusal.ts'
import type { Where } from '../repository.ts'

/**
 * Runs a part of an operation once: a retry gets the stored answer, and waits for it if the part is in progress. Parts without a number run
 * each time. Throws 409 if the operation id belongs to another user.
 */
export const once = async (
  tx: Tx,
  { projectId, userId }: Where,
  { operationId, part }: { operationId: string; part?: number | undefined },
  act: () => Promise<Done>,
): Promise<Done> => {
  if (part === undefined) return act()
  const begun = await tx
    .insertInto('case_operation_part')
    .values({ operation_id: operationId, part, project_id: projectId, user_id: userId })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('part')
    .executeTakeFirst()
  const own = sql<boolean>`operation_id = ${operationId} and part = ${part} and project_id = ${projectId} and user_id = ${userId}`
  if (begun === undefined) {
    const known = await tx.selectFrom('case_operation_part').select('answer').where(own).executeTakeFirst()
    if (known?.answer == null) throw conflict('This operation is another one')
    return known.answer
  }
  const done = await act()
  await tx
    .updateTable('case_operation_part')
    .set({ answer: JSON.stringify(done) })
    .where(own)
    .execute()
  return done
}
