import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../http/refusal.ts'
import type { GivenEntry, HeldList } from './held-list.ts'
import { keepList, type ListRead } from './known-lists.ts'
import { displayName } from '../../access/users.ts'

/** Returns the stored list with its version, in one consistent statement. */
export const readHeldList = async <Given extends GivenEntry, Stored extends Given & { id: number }>(
  db: Db,
  { list, table, written, kept }: HeldList<Given, Stored>,
  projectId: number,
): Promise<ListRead<Stored>> => {
  const columns = { id: 'id', relativePosition: 'position', ...columnsOf(written), ...columnsOf(kept) }
  // Aggregates by column: repeating field names for 500 entries would cost more than the values.
  const values = Object.values(columns).map((column) => sql`json_agg(e.${sql.ref(column)})`)
  const { rows } = await sql<{
    version: number
    userId: number | null
    name: string
    savedAt: Date | null
    values: (unknown[] | null)[]
  }>`
    select v.version, p.id as "userId", v.saved_at as "savedAt",
           ${displayName('p')} as name,
           (
             select json_build_array(${sql.join(values)})
               from (select * from ${sql.table(table)} where project_id = v.project_id order by position, id) e
           ) as values
      from settings_version v left join workspace_user p on p.id = v.saved_by
     where v.project_id = ${projectId} and v.list = ${list}`.execute(db)
  const row = rows[0]
  if (row === undefined) throw notFound('The project does not exist')
  const { version, userId, name, savedAt } = row
  const savedBy = userId === null || savedAt === null ? null : { userId, name, at: savedAt.toISOString() }
  const read = { version, savedBy, entries: entriesOf(Object.keys(columns), row.values) as Stored[] }
  keepList(db, list, projectId, read)
  return read
}

const columnsOf = (fields: Record<string, { column: string }>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, { column }]) => [field, column]))

const entriesOf = (fields: readonly string[], values: readonly (readonly unknown[] | null)[]): unknown[] =>
  (values[0] ?? []).map((_, place) => Object.fromEntries(fields.map((field, at) => [field, values[at]?.[place]])))
