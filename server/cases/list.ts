import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { CaseRow, listTestCases, searchTestCases } from '../../contract/cases/cases.ts'
import type { CaseSearch } from '../../contract/cases/filter.ts'
import { searchTerms } from '../../contract/cases/search-text.ts'
import type { countTestCases } from '../../contract/cases/suites.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import { excerptOf } from './excerpt.ts'
import { matching, partPattern } from './search.ts'
import { inTreeOrder, readSuites } from './suites/tree.ts'

/** Columns of a listed case, for `test_case c`. */
export const rowColumns = sql`c.id, c.number, c.title, c.suite_id, c.draft, c.deprecated, c.priority_id, c.automation_state_id,
  c.updated_at, c.version`

export interface StoredRow {
  id: number
  number: number
  title: string
  suite_id: number
  draft: boolean
  deprecated: boolean
  priority_id: number | null
  automation_state_id: number | null
  updated_at: Date
  version: number
}

export const rowOf = (projectKey: string, row: StoredRow): CaseRow => ({
  id: row.id,
  key: `${projectKey}-${row.number}`,
  title: row.title,
  testSuiteId: row.suite_id,
  draft: row.draft,
  deprecated: row.deprecated,
  priority: idOrNull(row.priority_id),
  automationState: idOrNull(row.automation_state_id),
  lastModifiedAt: row.updated_at.toISOString(),
  version: row.version,
})

export const idOrNull = (id: number | null): { id: number } | null => (id === null ? null : { id })

/** Walks the suites along the index of their order, so that the cost of a window depends on the rows that it shows and skips. */
export const findCases = async (
  db: Db,
  project: ProjectScope,
  { suite, offset, limit, ...search }: z.infer<typeof listTestCases.query>,
): Promise<CaseRow[]> => {
  if (suite.length === 0) return []
  const { rows } = await sql<StoredRow>`
    select ${rowColumns}
      from unnest(${suite}::bigint[]) with ordinality as s (id, place)
     cross join lateral (
       select c.* from test_case c
        where c.suite_id = s.id and c.project_id = ${project.id} and c.deleted_at is null ${matching(search, project.key)}
        order by c.position, c.id limit ${offset + limit}) c
     order by s.place, c.position, c.id
    offset ${offset} limit ${limit}`.execute(db)
  return rows.map((row) => rowOf(project.key, row))
}

/** Returns the number of matches by suite. */
export const countCases = async (
  db: Db,
  project: ProjectScope,
  search: CaseSearch,
): Promise<z.infer<typeof countTestCases.answer>> => {
  const { rows } = await sql<{ id: number; testCases: number }>`
    select c.suite_id as id, count(*) as "testCases"
      from test_case c
     where c.project_id = ${project.id} and c.suite_id is not null and c.deleted_at is null ${matching(search, project.key)}
     group by c.suite_id`.execute(db)
  return { total: rows.reduce((sum, { testCases }) => sum + testCases, 0), suites: rows }
}

/** Returns ids of matches in tree order. */
export const selectCases = async (db: Db, project: ProjectScope, search: CaseSearch): Promise<number[]> => {
  if (isEverything(search)) return allCases(db, project.id)
  const suites = (await readSuites(db, project.id)).map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    select c.id from unnest(${suites}::bigint[]) with ordinality as s (id, place)
      join test_case c on c.suite_id = s.id
     where c.deleted_at is null ${matching(search, project.key)}
     order by s.place, c.position, c.id`.execute(db)
  return rows.map(({ id }) => id)
}

const isEverything = ({ q, filter }: CaseSearch): boolean => q === '' && Object.keys(filter).length === 0

/** Returns all case ids with one index-only statement. They are returned as one text, which is faster to read than 50,000 rows. */
const allCases = async (db: Db, projectId: number): Promise<number[]> => {
  const { rows } = await sql<{ suites: string | null }>`
    select string_agg(s.id || ':' || coalesce(s.parent_id, 0) || ':' ||
                      array_to_string(array(select c.id from test_case c
                                             where c.suite_id = s.id and c.deleted_at is null
                                             order by c.position, c.id), ','),
                      ';' order by s.position, s.id) as suites
      from suite s
     where s.project_id = ${projectId} and s.deleted_at is null`.execute(db)
  const suites = (rows[0]?.suites ?? '').split(';').map((suite) => {
    const [id, parent, ids = ''] = suite.split(':')
    return { id: Number(id), parentSuiteId: Number(parent) || null, ids }
  })
  return inTreeOrder(suites).flatMap(({ ids }) => (ids === '' ? [] : ids.split(',').map(Number)))
}

/** Returns the best matches first, with highlighted excerpts: a word in the title or a key weighs most. */
export const rankCases = async (
  db: Db,
  project: ProjectScope,
  { limit, ...search }: z.infer<typeof searchTestCases.query>,
): Promise<z.infer<typeof searchTestCases.answer>['items']> => {
  const words = searchTerms(search.q)
  if (words.length === 0) return []
  const inTitle = sql.join(
    words.map((word) => sql`(fold_text(c.title) like ${partPattern(word)})::int`),
    sql` + `,
  )
  const { rows } = await sql<StoredRow & { texts: string[] }>`
    with best as (
      select c.id, ${inTitle} as rank
        from test_case c
       where c.project_id = ${project.id} and c.suite_id is not null and c.deleted_at is null ${matching(search, project.key)}
       order by rank desc, c.number
       limit ${limit})
    select ${rowColumns},
           array[c.title, c.description, c.pre_conditions, c.post_conditions, step_texts(c.steps, '{}')] as texts
      from best join test_case c on c.id = best.id
     order by best.rank desc, c.number`.execute(db)
  return rows.map(({ texts, ...row }) => ({
    ...rowOf(project.key, row),
    highlights: texts.flatMap((text) => excerptOf(text, words) ?? []),
  }))
}
