import { sql } from 'kysely'
import type { Suite } from '../../../contract/cases/suites.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Tx } from '../../db/database.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'

/** Returns all suites in tree order: each after its parent, siblings in their order. */
export const readSuites = async (db: Db | Tx, projectId: number): Promise<Suite[]> => {
  const rows = await db
    .selectFrom('suite')
    .select(['id', 'parent_id as parentSuiteId', 'title', 'description', 'case_count as testCases'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return inTreeOrder(rows)
}

/** Sorts ordered siblings into tree order. */
export const inTreeOrder = <S extends { id: number; parentSuiteId: number | null }>(siblings: readonly S[]): S[] => {
  const byParent = new Map<number | null, S[]>()
  for (const suite of siblings) {
    const known = byParent.get(suite.parentSuiteId)
    if (known) known.push(suite)
    else byParent.set(suite.parentSuiteId, [suite])
  }
  const ordered: S[] = []
  const waiting = [...(byParent.get(null) ?? [])].reverse()
  for (let suite = waiting.pop(); suite !== undefined; suite = waiting.pop()) {
    ordered.push(suite)
    const children = byParent.get(suite.id) ?? []
    for (let i = children.length - 1; i >= 0; i -= 1) waiting.push(children[i] as S)
  }
  return ordered
}

/** Throws 404 for a suite that is not in the project or was deleted. */
export const readSuite = async (
  tx: Db | Tx,
  projectId: number,
  suiteId: number,
): Promise<Suite & { position: number }> => {
  const suite = await tx
    .selectFrom('suite')
    .select(['id', 'parent_id as parentSuiteId', 'title', 'description', 'case_count as testCases', 'position'])
    .where('project_id', '=', projectId)
    .where('id', '=', suiteId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!suite) throw notFound(TEXTS.suiteNotFound)
  return suite
}

/** Like `readSuite`, and locks the row until the transaction ends. */
export const lockedSuite = async (
  tx: Tx,
  projectId: number,
  suiteId: number,
): Promise<Suite & { position: number }> => {
  await tx.selectFrom('suite').select('id').where('id', '=', suiteId).forNoKeyUpdate().execute()
  return readSuite(tx, projectId, suiteId)
}

/** Returns the suite and its descendants, parents before children. */
export const withSubSuites = async (tx: Db | Tx, suiteId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id, 0 as depth from suite where id = ${suiteId} and deleted_at is null
      union all
      select s.id, b.depth + 1 from suite s join below b on s.parent_id = b.id where s.deleted_at is null)
    select id from below order by depth, id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the suite and its ancestors, starting with itself. */
export const withAncestors = async (tx: Tx, suiteId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select id, parent_id, 0 as height from suite where id = ${suiteId}
      union all
      select s.id, s.parent_id, a.height + 1 from suite s join above a on s.id = a.parent_id)
    select id from above order by height`.execute(tx)
  return rows.map(({ id }) => id)
}
