import { sql, type RawBuilder } from 'kysely'
import type { FoundRequirement, Requirement, RequirementSource } from '../../contract/requirements/requirements.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Source } from './source.ts'

/** Columns of `requirement q`, named as in the contract. */
export const requirementColumns = sql`q.id, q.key, q.title, q.source, q.status, q.url`

/** Sorts PRD-2 before PRD-10. */
export const keyOrder = sql`
  lower(regexp_replace(q.key, '[0-9]+$', '')), coalesce(substring(q.key from '([0-9]{1,15})$')::bigint, 0), lower(q.key)`

export interface RequirementSearch {
  q: string
  state?: unknown
  source?: RequirementSource | undefined
}

/** Returns the condition on `requirement q`: in the project, from the source, with every word in key or title. */
export const matching = (projectId: number, { q, source }: RequirementSearch): RawBuilder<unknown> =>
  sql.join(
    [
      sql`q.project_id = ${projectId}`,
      ...q
        .toLowerCase()
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => sql`position(${word} in q.words) > 0`),
      ...(source === undefined ? [] : [sql`q.source = ${source}`]),
    ],
    sql` and `,
  )

const foundOf = ({ id: _, ...found }: Requirement): FoundRequirement => found

/** Returns the requirements on the project's list, whatever the source of their titles. */
export const ownSource = (db: Db | Tx, projectId: number): Source => ({
  search: async (q, max) => {
    const { rows } = await sql<Requirement>`
      select ${requirementColumns} from requirement q where ${matching(projectId, { q })}
       order by lower(q.key) = ${q.toLowerCase()} desc, ${keyOrder} limit ${max}`.execute(db)
    return rows.map(foundOf)
  },
  read: async (keys) => {
    const { rows } = await sql<Requirement>`
      select ${requirementColumns} from requirement q
       where q.project_id = ${projectId} and lower(q.key) = any(${keys.map((key) => key.toLowerCase())}::text[])`.execute(
      db,
    )
    return rows.map(foundOf)
  },
})
