import type { Done } from '../../../contract/cases/operations.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Touched, Where } from '../repository.ts'
import { beginOperation, lockCases, noteItems } from './operation.ts'

/** Moves cases to the trash bin; they keep their suite and position. */
export const deleteCases = async (
  tx: Tx,
  where: Where,
  touched: Touched,
  { operationId, ids }: { operationId: string; ids: readonly number[] },
): Promise<Done> => {
  await beginOperation(tx, where, { id: operationId, kind: 'delete' })
  const { found, failed } = await lockCases(tx, where.projectId, ids)
  const deleted = found.map(({ id }) => id)
  await sql`
    update test_case set deleted_at = now(), deleted_by = ${where.userId}
     where id = any(${deleted}::bigint[])`.execute(tx)
  await noteItems(
    tx,
    operationId,
    found.map(({ id, version }) => ({ caseId: id, before: null, versionAfter: version })),
  )
  touched.cases(...deleted)
  touched.suiteCases(...found.map(({ suite_id }) => suite_id))
  return { successfullyProcessed: deleted, failed }
}
