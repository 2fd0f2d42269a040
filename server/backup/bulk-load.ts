import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'
import { readTables, setTextFormat, type StoredTable } from './catalog.ts'
import type { Manifest, Summary } from './format.ts'
import { BackupProblem } from './problem.ts'

export interface BulkLoad {
  /** Inserts lines of a table, as an archive has them. Returns their number. */
  insert(table: string, lines: string): Promise<number>
  /** Restores sequences, indexes, references and triggers. Resolves with the number of rows of each table. */
  finish(sequences: Summary['sequences']): Promise<Record<string, number>>
}

/**
 * Empties the tables of the manifest's migrations to fill them with its rows. References are checked at the end, when all rows are there, and
 * indexes are built then: that is faster, and needs no order of tables. Triggers do not run, because what they would write is in the archive.
 * Throws `BackupProblem` if the manifest has other tables or columns than the database.
 */
export const beginBulkLoad = async (tx: Tx, manifest: Manifest): Promise<BulkLoad> => {
  await setTextFormat(tx)
  const tables = matchTables(await readTables(tx), manifest)
  const names = sql.join([...tables.keys()].map((name) => sql.table(name)))
  await sql`truncate ${names} restart identity`.execute(tx)
  const { rows: derived } = await sql<{ drop: string; create: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`.execute(tx)
  // References use indexes: they are dropped before them, and created after them.
  const references = derived.filter(({ drop }) => drop.startsWith('alter'))
  const indexes = derived.filter((one) => !references.includes(one))
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  }
  const setTriggers = async (state: 'enable' | 'disable'): Promise<void> => {
    for (const name of tables.keys())
      await sql`alter table ${sql.table(name)} ${sql.raw(state)} trigger user`.execute(tx)
  }
  await run([...references, ...indexes].map(({ drop }) => drop))
  await setTriggers('disable')

  return {
    insert: async (name, lines) => {
      const columns = tables.get(name)
      if (columns === undefined)
        throw new BackupProblem(`The archive is damaged: it has rows of an unknown table ${name}.`)
      return insertLines(tx, { name, columns }, lines)
    },
    finish: async (sequences) => {
      await setSequences(tx, sequences)
      await run([...indexes, ...references].map(({ create }) => create))
      await setTriggers('enable')
      const rows: Record<string, number> = {}
      for (const name of tables.keys()) {
        const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(tx)
        rows[name] = counted.rows[0]?.rows ?? 0
      }
      return rows
    },
  }
}

/** Inserts lines of a table, as an archive has them. Returns their number, without duplicates of rows that are skipped. */
export const insertLines = async (
  tx: Tx,
  { name, columns }: StoredTable,
  lines: string,
  { skipsDuplicates = false } = {},
): Promise<number> => {
  const into = sql.join(columns.map((column) => sql.ref(column.name)))
  const values = sql.join(columns.map(({ type }, index) => sql`(line ->> ${sql.lit(index)})::${sql.raw(type)}`))
  // A line break is written as \n within a line.
  const rows = `[${lines.trimEnd().replaceAll('\n', ',')}]`
  const { numAffectedRows } = await sql`
    insert into ${sql.table(name)} (${into}) overriding system value
    select ${values} from jsonb_array_elements(${rows}::jsonb) as line
    ${skipsDuplicates ? sql`on conflict do nothing` : sql``}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Returns the columns of each table in the order of the manifest, with the types of the database. */
const matchTables = (found: readonly StoredTable[], { tables }: Manifest): Map<string, StoredTable['columns']> => {
  const signature = (list: readonly { name: string; columns: readonly string[] }[]): string =>
    JSON.stringify(list.map(({ name, columns }) => [name, ...[...columns].sort()].join(' ')).sort())
  const inDatabase = found.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
  if (signature(inDatabase) !== signature(tables))
    throw new BackupProblem('The archive is damaged: it has other tables than its version of Assay.')
  const types = new Map(found.map(({ name, columns }) => [name, new Map(columns.map((one) => [one.name, one.type]))]))
  const typeOf = (table: string, column: string): string => types.get(table)?.get(column) ?? ''
  return new Map(
    tables.map(({ name, columns }) => [name, columns.map((one) => ({ name: one, type: typeOf(name, one) }))]),
  )
}

const setSequences = async (tx: Tx, sequences: Summary['sequences']): Promise<void> => {
  const { rows } = await sql<{
    name: string
  }>`select sequencename as name from pg_sequences where schemaname = 'public'`.execute(tx)
  const known = new Set(rows.map(({ name }) => name))
  for (const [name, last] of Object.entries(sequences)) {
    if (!known.has(name)) throw new BackupProblem(`The archive is damaged: it has an unknown sequence ${name}.`)
    await sql`select setval(${name}::regclass, ${last})`.execute(tx)
  }
}
