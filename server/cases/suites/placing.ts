import { sql } from 'kysely'
import type { SuitePlace } from '../../../contract/cases/suites.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Tx } from '../../db/database.ts'
import { conflict, notFound, wrongField } from '../../http/refusal.ts'
import { between } from '../places.ts'
import { reserve } from '../repository.ts'
import { readSuite, withAncestors } from './tree.ts'

/**
 * Returns the position of a place; the repository must be locked. Throws 404 for an unknown parent or neighbour, 409 for a place inside
 * `moved` itself (DND-08, DND-09), 400 if it is too deep.
 */
export const positionOf = async (
  tx: Tx,
  projectId: number,
  { newParentTestSuiteId: parent, testSuiteIdToPlaceAfter: after }: SuitePlace,
  moved: { id: number; height: number } | null,
): Promise<number> => {
  const { position: last } = await reserve(tx, projectId, { positions: 1 })
  if (parent !== null) await requireParent(tx, projectId, parent, moved)
  if (moved !== null && after === moved.id) throw conflict(TEXTS.suiteIntoItself)
  const siblings = await tx
    .selectFrom('suite')
    .select(['id', 'position'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`parent_id is not distinct from ${parent}`)
    .where('deleted_at', 'is', null)
    .where('id', '<>', moved?.id ?? 0)
    .orderBy('position')
    .orderBy('id')
    .execute()
  if (after === undefined || siblings.length === 0) {
    if (after !== undefined && after !== null) throw notFound(TEXTS.suiteNotFound)
    return last
  }
  const index = after === null ? -1 : siblings.findIndex(({ id }) => id === after)
  if (after !== null && index === -1) throw notFound(TEXTS.suiteNotFound)
  const next = siblings[index + 1]
  if (next === undefined) return last
  const room = between(siblings[index]?.position ?? null, next.position, 1)
  if (room?.[0] !== undefined) return room[0]
  return numberAnew(
    tx,
    projectId,
    siblings.map(({ id }) => id),
    index + 1,
  )
}

/** Renumbers siblings in order and leaves one position free before the sibling at `hole`; returns that position. */
const numberAnew = async (tx: Tx, projectId: number, ids: readonly number[], hole: number): Promise<number> => {
  const { position } = await reserve(tx, projectId, { positions: ids.length + 1 })
  const given = ids.map((id, i) => ({ id, position: position + i + (i >= hole ? 1 : 0) }))
  await sql`
    update suite s set position = g.position
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id bigint, position double precision)
     where s.id = g.id`.execute(tx)
  return position + hole
}

const requireParent = async (
  tx: Tx,
  projectId: number,
  parent: number,
  moved: { id: number; height: number } | null,
): Promise<void> => {
  await readSuite(tx, projectId, parent)
  const above = await withAncestors(tx, parent)
  if (moved !== null && above.includes(moved.id)) throw conflict(TEXTS.suiteIntoItself)
  if (above.length + 1 + (moved?.height ?? 0) > LIMITS.suiteDepth)
    throw wrongField('newParentTestSuiteId', `Suites stand at most ${LIMITS.suiteDepth} deep`)
}
