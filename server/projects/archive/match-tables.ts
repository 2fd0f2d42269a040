import { sql } from 'kysely'
import type { StoredTable } from '../../backup/catalog.ts'
import type { Manifest } from '../../backup/format.ts'
import { BackupProblem } from '../../backup/problem.ts'
import { ADDING_MIGRATIONS, MIGRATIONS } from '../../db/migrate.ts'
import type { Tx } from '../../db/open.ts'
import { archiveTables, FILE_TABLE, PROJECT_TABLE } from './export.ts'
import { ARCHIVED_TABLES } from './tables.ts'
import { USER_TABLE } from './users.ts'
import { archivedColumns, type MatchedTable } from './values.ts'

/** Throws `BackupProblem` for an archive of a newer version, and of one that is older than a migration that did more than add. */
export const requireVersion = ({ migrations, version }: Manifest): void => {
  if (migrations.some((name, index) => MIGRATIONS[index] !== name))
    throw new BackupProblem(
      `A newer version of Assay (${version}) has written this archive. Update this installation to that version first.`,
    )
  if (MIGRATIONS.slice(migrations.length).some((name) => !ADDING_MIGRATIONS.includes(name)))
    throw new BackupProblem(
      `An older version of Assay (${version}) has written this archive. Update the installation that it is from, and export the project again.`,
    )
}

/**
 * Matches the tables and columns of an archive with those of the database. An older archive may lack tables and columns that later migrations
 * added: imported rows get the database's defaults there. Throws `BackupProblem` if the archive has unknown tables or columns, or lacks a column
 * without a default.
 */
export const matchTables = async (tx: Tx, { tables, migrations }: Manifest): Promise<Map<string, MatchedTable>> => {
  const isOlder = migrations.length < MIGRATIONS.length
  const required = isOlder ? await requiredColumns(tx) : null
  const damaged = new BackupProblem('The archive is damaged: it has other tables than its version of Assay.')
  const names = tables.map(({ name }) => name)
  const inDatabase = (await archiveTables(tx)).filter(({ name }) => !isOlder || names.includes(name))
  const expected = [...FIXED_TABLES, ...inDatabase]
  if (JSON.stringify(names) !== JSON.stringify(expected.map(({ name }) => name))) throw damaged
  const match = (table: StoredTable, columns: readonly string[]): MatchedTable => {
    const rule = ARCHIVED_TABLES[table.name]
    if (rule === undefined) {
      if (JSON.stringify(columns) !== JSON.stringify(table.columns.map(({ name }) => name))) throw damaged
      return { archived: table.columns, written: table }
    }
    const possible = archivedColumns(table, rule)
    const archived = columns.flatMap((column) => possible.find(({ name }) => name === column) ?? [])
    const written = table.columns.filter(
      (column) => archived.includes(column) || ['fixed', 'project'].includes(rule.columns[column.name]?.kind ?? ''),
    )
    const isMissing = (column: StoredTable['columns'][number]): boolean =>
      !written.includes(column) && (required?.has(`${table.name}.${column.name}`) ?? true)
    if (
      archived.length !== new Set(columns).size ||
      archived.length !== columns.length ||
      table.columns.some(isMissing)
    )
      throw damaged
    return { archived, written: { name: table.name, columns: written } }
  }
  return new Map(expected.map((table, index) => [table.name, match(table, tables[index]?.columns ?? [])]))
}

/** Tables that every archive has with these columns. */
const FIXED_TABLES = [USER_TABLE, PROJECT_TABLE, FILE_TABLE]

/** Returns columns of all tables, as `table.column`, in which each inserted row needs a value. */
const requiredColumns = async (tx: Tx): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attnotnull and not a.atthasdef and a.attidentity = ''`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}
