import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'

export interface StoredTable {
  name: string
  columns: { name: string; type: string }[]
}

/**
 * Returns the tables of the application with the columns that a backup has. Generated columns are computed again. Ids of transactions (`xid8`)
 * count in one database server only: restored rows get that of the restore, so that readers of the event log do not wait for the future.
 */
export const readTables = async (tx: Tx): Promise<StoredTable[]> => {
  const { rows } = await sql<StoredTable>`
    select c.relname as name,
           json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and not starts_with(c.relname, 'kysely_')
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
     group by c.relname order by c.relname`.execute(tx)
  return rows
}

/** Returns the last values of sequences that have been used. Later than the rows, they are never before an id of a row. */
export const readSequences = async (tx: Tx): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null`.execute(tx)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Makes values have the same text on every server. */
export const setTextFormat = async (tx: Tx): Promise<void> => {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO, YMD'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
    `extra_float_digits = 1`,
    `statement_timeout = 0`,
    `idle_in_transaction_session_timeout = 0`,
  ])
    await sql.raw(`set local ${setting}`).execute(tx)
}
