import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { copyCases } from '../operations/clone.ts'
import { beginOperation, noteItems } from '../operations/operation.ts'
import { reserve, type Touched, type Where } from '../repository.ts'

/** Copies suites with their cases, parents before children; the first goes to `place`, the others into the copies. */
export const cloneWithin = async (
  tx: Tx,
  where: Where,
  touched: Touched,
  originals: readonly number[],
  place: { parentId: number | null; position: number },
): Promise<{ id: number; operationId: string }> => {
  const copies = await copySuites(tx, where, originals, place)
  const operationId = randomUUID()
  const suiteIds = [...copies.values()]
  await beginOperation(tx, where, { id: operationId, kind: 'clone-suite', undo: { suiteIds } })
  const { rows: cases } = await sql<{ id: number; suite_id: number; position: number }>`
    select id, suite_id, position from test_case
     where suite_id = any(${[...originals]}::bigint[]) and deleted_at is null
     order by array_position(${[...originals]}::bigint[], suite_id), position, id`.execute(tx)
  const copied = await copyCases(
    tx,
    where,
    cases.map(({ id, suite_id, position }) => ({ id, suiteId: copies.get(suite_id) as number, position })),
  )
  await noteItems(
    tx,
    operationId,
    copied.map((caseId) => ({ caseId, before: null, versionAfter: 1 })),
  )
  touched.suites()
  touched.suiteCases(...suiteIds)
  touched.cases(...copied)
  return { id: copies.get(originals[0] as number) as number, operationId }
}

/** Returns the ids of the copies by original id. */
const copySuites = async (
  tx: Tx,
  { projectId, userId }: Where,
  originals: readonly number[],
  { parentId, position }: { parentId: number | null; position: number },
): Promise<Map<number, number>> => {
  await reserve(tx, projectId)
  // One statement; ids are drawn first, so that children can refer to their parents.
  const { rows } = await sql<{ original: number; copy: number }>`
    with drawn as materialized (
      select id as original, nextval(pg_get_serial_sequence('suite', 'id')) as copy
        from unnest(${[...originals]}::bigint[]) as id),
    made as (
      insert into suite (id, project_id, parent_id, title, description, position, created_by) overriding system value
      select d.copy, s.project_id, case when s.id = ${originals[0]} then ${parentId}::bigint else p.copy end, s.title, s.description,
             case when s.id = ${originals[0]} then ${position}::double precision else s.position end, ${userId}
        from drawn d join suite s on s.id = d.original left join drawn p on p.original = s.parent_id)
    select original, copy from drawn`.execute(tx)
  return new Map(rows.map(({ original, copy }) => [original, copy]))
}
