import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

export interface SuiteAbove {
  id: number
  parentId: number | null
  title: string
}

/** Returns for each suite the titles from the root to itself. */
export const titlesAbove = (suites: readonly SuiteAbove[]): ReadonlyMap<number, readonly string[]> => {
  const byId = new Map(suites.map((suite) => [suite.id, suite]))
  const paths = new Map<number, readonly string[]>()
  const pathOf = (id: number): readonly string[] => {
    const known = paths.get(id)
    if (known !== undefined) return known
    const suite = byId.get(id)
    if (suite === undefined) return []
    const path = suite.parentId === null ? [suite.title] : [...pathOf(suite.parentId), suite.title]
    paths.set(id, path)
    return path
  }
  for (const { id } of suites) pathOf(id)
  return paths
}

/** Returns these suites of a project and all their ancestors. */
export const readSuitesAbove = async (db: Db, projectId: number, ids: readonly number[]): Promise<SuiteAbove[]> => {
  const { rows } = await sql<SuiteAbove>`
    with recursive above as (
      select id, parent_id, title from suite where id = any(${[...ids]}::bigint[]) and project_id = ${projectId}
      union
      select s.id, s.parent_id, s.title from suite s join above a on s.id = a.parent_id)
    select id, parent_id as "parentId", title from above`.execute(db)
  return rows
}
