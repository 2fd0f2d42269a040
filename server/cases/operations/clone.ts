import { sql } from 'kysely'
import type { Done, Placement } from '../../../contract/cases/operations.ts'
import type { Tx } from '../../db/database.ts'
import { reserve, type Touched, type Where } from '../repository.ts'
import { readSuite } from '../suites/tree.ts'
import { beginOperation, lockCases, noteItems } from './operation.ts'
import { casePositions } from './placing.ts'

/** Clones cases within the project. Returns the copies. */
export const cloneCases = async (
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
  const { projectId } = where
  await reserve(tx, projectId)
  await readSuite(tx, projectId, suiteId)
  await beginOperation(tx, where, { id: operationId, kind: 'clone' })
  const { found, failed } = await lockCases(tx, projectId, ids)
  const positions = await casePositions(tx, projectId, suiteId, placement, [], found.length)
  const copies = await copyCases(
    tx,
    where,
    found.map(({ id }, i) => ({ id, suiteId, position: positions[i] as number })),
  )
  await noteItems(
    tx,
    operationId,
    copies.map((caseId) => ({ caseId, before: null, versionAfter: 1 })),
  )
  touched.cases(...copies)
  touched.suiteCases(suiteId)
  return { successfullyProcessed: copies, failed }
}

/** Copies cases to their places, as new cases of the user and without history. Returns the ids. */
export const copyCases = async (
  tx: Tx,
  { projectId, userId }: Where,
  places: readonly { id: number; suiteId: number; position: number }[],
): Promise<number[]> => {
  if (places.length === 0) return []
  const { number } = await reserve(tx, projectId, { cases: places.length })
  const given = places.map((place, i) => ({ ...place, number: number + i }))
  const { rows } = await sql<{ id: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
                 as g (id bigint, "suiteId" bigint, position double precision, number int)),
    copied as (
      insert into test_case (project_id, number, title, suite_id, position, draft, deprecated, priority_id, automation_state_id,
                             description, pre_conditions, post_conditions, steps, attachments, field_values, created_by, updated_by)
      select c.project_id, g.number, c.title, g."suiteId", g.position, c.draft, c.deprecated, c.priority_id, c.automation_state_id,
             c.description, c.pre_conditions, c.post_conditions, c.steps, c.attachments, c.field_values, ${userId}, ${userId}
        from given g join test_case c on c.id = g.id
      returning id, number),
    held as (
      insert into attachment_use (attachment_id, case_id)
      select u.attachment_id, n.id from copied n join given g using (number) join attachment_use u on u.case_id = g.id),
    used as (
      insert into test_case_shared_steps (shared_steps_id, case_id)
      select u.shared_steps_id, n.id
        from copied n join given g using (number) join test_case_shared_steps u on u.case_id = g.id)
    select id from copied order by number`.execute(tx)
  return rows.map(({ id }) => id)
}
