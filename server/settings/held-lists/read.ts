import { sql, type RawBuilder } from 'kysely'
import type { SavedBy } from '../../../contract/settings/held-list.ts'
import type { Db, Tx } from '../../db/database.ts'
import { notFound } from '../../http/refusal.ts'
import type { GivenEntry, HeldList } from './held-list.ts'
import { personName } from './person-name.ts'

export interface ListRead<Stored> {
  version: number
  savedBy: SavedBy
  entries: Stored[]
}

/** The list as it is stored, with its version: one statement, so that the two belong together. */
export const readHeldList = async <Given extends GivenEntry, Stored extends Given & { id: number }>(
  db: Db | Tx,
  held: HeldList<Given, Stored>,
  projectId: number,
): Promise<ListRead<Stored>> => {
  const { entries, ...version } = await readRow(db, held, projectId, sql``)
  return { ...version, entries }
}

/** The same, and until the transaction ends nobody else saves this list. */
export const lockHeldList = async <Given extends GivenEntry, Stored extends Given & { id: number }>(
  tx: Tx,
  held: HeldList<Given, Stored>,
  projectId: number,
): Promise<ListRead<Stored>> => {
  const { entries, seen, version, savedBy } = await readRow(tx, held, projectId, sql`for update of v`)
  // Whoever had to wait for the lock has the version of after another's save, with the entries of before it.
  return seen === version ? { version, savedBy, entries } : readHeldList(tx, held, projectId)
}

const readRow = async <Given extends GivenEntry, Stored extends Given & { id: number }>(
  db: Db | Tx,
  { list, table, written, kept }: HeldList<Given, Stored>,
  projectId: number,
  lock: RawBuilder<unknown>,
): Promise<ListRead<Stored> & { seen: number }> => {
  const columns = { id: 'id', relativePosition: 'position', ...columnsOf(written), ...columnsOf(kept) }
  // Field by field: names of fields 500 times over cost more than the list itself.
  const values = Object.values(columns).map((column) => sql`json_agg(e.${sql.ref(column)})`)
  const { rows } = await sql<{
    version: number
    seen: number
    personId: number | null
    name: string
    savedAt: Date | null
    values: (unknown[] | null)[]
  }>`
    select v.version, p.id as "personId", v.saved_at as "savedAt",
           ${personName} as name,
           (select version from settings_version where project_id = ${projectId} and list = ${list}) as seen,
           (
             select json_build_array(${sql.join(values)})
               from (select * from ${sql.table(table)} where project_id = v.project_id order by position, id) e
           ) as values
      from settings_version v left join person p on p.id = v.saved_by
     where v.project_id = ${projectId} and v.list = ${list} ${lock}`.execute(db)
  const row = rows[0]
  if (row === undefined) throw notFound('The project does not exist')
  const { version, seen, personId, name, savedAt } = row
  const savedBy = personId === null || savedAt === null ? null : { personId, name, at: savedAt.toISOString() }
  return { version, seen, savedBy, entries: entriesOf(Object.keys(columns), row.values) as Stored[] }
}

const columnsOf = (fields: Record<string, { column: string }>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, { column }]) => [field, column]))

const entriesOf = (fields: readonly string[], values: readonly (readonly unknown[] | null)[]): unknown[] =>
  (values[0] ?? []).map((_, place) => Object.fromEntries(fields.map((field, at) => [field, values[at]?.[place]])))
