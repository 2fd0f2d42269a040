import { sql } from 'kysely'
import type { Done, Placement } from '../../../contract/cases/operations.ts'
import type { Tx } from '../../db/database.ts'
import { keepVersions } from '../content/snapshot.ts'
import { reserve, type Touched, type Where } from '../repository.ts'
import { readSuite } from '../suites/tree.ts'
import { beginOperation, lockCases, noteItems } from './operation.ts'
import { casePositions } from './placing.ts'

/**
 * Moves cases within the project. Changing the suite creates a version, since the history shows it; a new position within the suite does
 * not.
 */
export const moveCases = async (
  tx: Tx,
  where: Where,
  touched: Touched,
  {
    operationId,
    ids,
    suiteId,
    placement,
  }: { operationId: string; ids: readonly number[]; suiteId: number; placement: Placement },
): Promise<Done> => {
  const { projectId, userId } = where
  await reserve(tx, projectId)
  await readSuite(tx, projectId, suiteId)
  await beginOperation(tx, where, { id: operationId, kind: 'move' })
  const { found, failed } = await lockCases(tx, projectId, ids)
  const moved = found.map(({ id }) => id)
  const positions = await casePositions(tx, projectId, suiteId, placement, moved, moved.length)
  await keepVersions(
    tx,
    found.filter(({ suite_id }) => suite_id !== suiteId).map(({ id }) => id),
  )
  const places = found.map(({ id }, i) => ({ id, position: positions[i] }))
  const { rows } = await sql<{ id: number; version: number }>`
    update test_case c
       set suite_id = ${suiteId}, position = p.position,
           version = c.version + (c.suite_id is distinct from ${suiteId})::int,
           updated_at = case when c.suite_id is distinct from ${suiteId} then now() else c.updated_at end,
           updated_by = case when c.suite_id is distinct from ${suiteId} then ${userId} else c.updated_by end
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (id bigint, position double precision)
     where c.id = p.id
    returning c.id, c.version`.execute(tx)
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  await noteItems(
    tx,
    operationId,
    found.map(({ id, suite_id, position, version }) => ({
      caseId: id,
      before: { suiteId: suite_id, position },
      version,
      versionAfter: versions.get(id) ?? version,
    })),
  )
  touched.cases(...moved)
  touched.suiteCases(suiteId, ...found.map(({ suite_id }) => suite_id))
  return { successfullyProcessed: moved, failed }
}
