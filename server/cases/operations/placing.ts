import { sql } from 'kysely'
import type { Placement } from '../../../contract/cases/operations.ts'
import type { Tx } from '../../db/database.ts'
import { notFound } from '../../http/refusal.ts'
import { between } from '../places.ts'
import { reserve } from '../repository.ts'

/**
 * Returns positions of `count` cases at a place of a suite, in order; the repository must be locked (DND-04). `moved` are the cases
 * themselves if they are already in the suite: a place next to one of them means next to its neighbour. Throws 404 if the reference case is
 * not in the suite.
 */
export const casePositions = async (
  tx: Tx,
  projectId: number,
  suiteId: number,
  placement: Placement,
  moved: readonly number[],
  count: number,
): Promise<number[]> => {
  const { position: end } = await reserve(tx, projectId, { positions: count })
  const last = Array.from({ length: count }, (_, i) => end + i)
  if (placement.placementMode === 'AT_TEST_SUITE_END') return last
  const isAfter = placement.placementMode === 'AFTER_TEST_CASE'
  const anchorId = isAfter ? placement.testCaseIdToPlaceAfter : placement.testCaseIdToPlaceBefore
  const gap = await gapBeside(tx, suiteId, { anchorId, isAfter, moved })
  if (gap.after === null) return last
  const room = between(gap.before, gap.after, count)
  if (room !== null) return room
  await numberAnew(tx, projectId, suiteId)
  const wider = await gapBeside(tx, suiteId, { anchorId, isAfter, moved })
  return between(wider.before, wider.after ?? end, count) ?? last
}

/** Returns the positions of a place's neighbours, null for none. */
const gapBeside = async (
  tx: Tx,
  suiteId: number,
  { anchorId, isAfter, moved }: { anchorId: number; isAfter: boolean; moved: readonly number[] },
): Promise<{ before: number | null; after: number | null }> => {
  const anchor = await tx
    .selectFrom('test_case')
    .select('position')
    .where('id', '=', anchorId)
    .where('suite_id', '=', suiteId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!anchor) throw notFound('The test case to place by is not in the suite')
  const neighbour = async (side: 'before' | 'after', withAnchor: boolean): Promise<number | null> => {
    const { rows } = await sql<{ position: number }>`
      select position from test_case
       where suite_id = ${suiteId} and deleted_at is null and not id = any(${[...moved]}::bigint[])
         and (${side === 'before' ? sql`(position, id) < (${anchor.position}, ${anchorId})` : sql`(position, id) > (${anchor.position}, ${anchorId})`}
              or (${withAnchor} and id = ${anchorId}))
       order by position ${side === 'before' ? sql`desc` : sql`asc`}, id ${side === 'before' ? sql`desc` : sql`asc`}
       limit 1`.execute(tx)
    return rows[0]?.position ?? null
  }
  return { before: await neighbour('before', isAfter), after: await neighbour('after', !isAfter) }
}

/** Renumbers all cases of a suite in their order, with gaps. */
const numberAnew = async (tx: Tx, projectId: number, suiteId: number): Promise<void> => {
  const { total } = await tx
    .selectFrom('test_case')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('suite_id', '=', suiteId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { position } = await reserve(tx, projectId, { positions: total })
  await sql`
    update test_case c set position = ${position}::double precision + o.place - 1
      from (select id, row_number() over (order by position, id) as place
              from test_case where suite_id = ${suiteId} and deleted_at is null) o
     where c.id = o.id`.execute(tx)
}
