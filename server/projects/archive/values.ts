import { sql } from 'kysely'
import { BackupProblem } from '../../backup/problem.ts'
import type { StoredTable } from '../../backup/catalog.ts'
import type { ArchiveIds } from './ids.ts'
import type { AnyTableRule, ArchivedRow, ColumnRule } from './rules.ts'

/** Values that are copied, by type of their column: those that the server's code can read as well. */
const TYPES: Readonly<Record<string, RegExp>> = {
  smallint: /^-?\d{1,5}$/,
  integer: /^-?\d{1,10}$/,
  bigint: /^-?\d{1,15}$/,
  'double precision': /^-?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,2})?$/,
  boolean: /^(?:true|false)$/,
  'timestamp with time zone': /^(?:19|2\d)\d\d-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/,
  date: /^(?:19|2\d)\d\d-\d\d-\d\d$/,
  text: /^[^\u0000]*$/,
}
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ID = /^[1-9]\d{0,14}$/
/** Limit of a value. Longer ones are not written by the application. */
const MAX_CHARACTERS = 16 * 1024 * 1024

/** A table of an archive. */
export interface MatchedTable {
  /** Columns that the archive has, in its order. */
  archived: StoredTable['columns']
  /** Columns that an import writes: those, and columns whose values do not depend on the archive. */
  written: StoredTable
}

/** Columns of a table that an archive has: all but those with fixed values. */
export const archivedColumns = ({ columns }: StoredTable, rule: AnyTableRule): StoredTable['columns'] =>
  columns.filter(({ name }) => rule.columns[name]?.kind !== 'fixed')

interface TableValues {
  /** Returns the rows of lines, in their order. Throws `BackupProblem` for values of another type. */
  read(lines: string): ArchivedRow[]
  /** Column with the ids of rows, if the table has one. */
  ownColumn: string | null
  /** Returns the lines to insert, with the ids of this installation. */
  write(rows: readonly ArchivedRow[], ids: ArchiveIds): string
}

/** Reads and maps the values of a table. */
export const valuesOf = ({ archived, written: table }: MatchedTable, rule: AnyTableRule): TableValues => {
  const damaged = (column: string): BackupProblem =>
    new BackupProblem(`The archive is damaged: ${table.name} has a wrong value of ${column}.`)

  const check = ({ name, type }: { name: string; type: string }, value: unknown): string | null => {
    if (value === null) return null
    if (typeof value !== 'string' || value.length > MAX_CHARACTERS) throw damaged(name)
    const columnRule = rule.columns[name]
    if (!patternOf(columnRule, type).test(value)) throw damaged(name)
    if (columnRule?.kind === 'text' && !columnRule.schema.safeParse(value).success) throw damaged(name)
    return value
  }

  const read = (lines: string): ArchivedRow[] =>
    lines
      .trimEnd()
      .split('\n')
      .map((line) => {
        const values = parsed(line)
        if (!Array.isArray(values) || values.length !== archived.length)
          throw new BackupProblem(`The archive is damaged: ${table.name} has a line that is no row.`)
        return Object.fromEntries(archived.map((column, index) => [column.name, check(column, values[index])]))
      })

  const mapped = (row: ArchivedRow, name: string, ids: ArchiveIds): string | null => {
    const columnRule = rule.columns[name]
    if (columnRule?.kind === 'fixed') return columnRule.value
    const value = row[name] ?? null
    if (columnRule?.kind === 'project') return String(ids.projectId)
    if (value === null) return null
    switch (columnRule?.kind) {
      case undefined:
      case 'text':
        return ids.inAddresses(value)
      case 'number':
        return value
      case 'own':
        return String(ids.row(table.name as never, Number(value)))
      case 'user':
        return String(ids.user(Number(value)))
      case 'uuid':
        return ids.uuid(value)
      case 'file':
        return ids.file(value)
      case 'reference': {
        if (columnRule.isDeferred) return null
        const to = typeof columnRule.to === 'function' ? columnRule.to(row) : columnRule.to
        return String(columnRule.isLoose ? ids.loose(to, Number(value)) : ids.row(to, Number(value)))
      }
      case 'json': {
        const content = columnRule.schema.safeParse(parsed(ids.inAddresses(value)))
        if (!content.success) throw damaged(name)
        return JSON.stringify(columnRule.map(content.data as never, ids, row))
      }
    }
  }

  const ownColumn = archived.find(({ name }) => rule.columns[name]?.kind === 'own')?.name ?? null
  return {
    read,
    ownColumn,
    write: (rows, ids) =>
      rows.map((row) => JSON.stringify(table.columns.map(({ name }) => mapped(row, name, ids)))).join('\n'),
  }
}

/** Reads the values of a table that has the same columns in every archive. */
export const valuesOfFixed = (table: StoredTable, columns: AnyTableRule['columns'] = {}): TableValues =>
  valuesOf({ archived: table.columns, written: table }, { rows: () => sql<boolean>`true`, columns })

const patternOf = (rule: ColumnRule | undefined, type: string): RegExp => {
  switch (rule?.kind) {
    case 'own':
    case 'project':
    case 'user':
    case 'reference':
      return ID
    case 'uuid':
      return UUID
    case 'file':
      return /^[0-9a-f]{64}$/
    case 'json':
    case 'text':
      return TYPES['text'] as RegExp
    default:
      return TYPES[type] ?? /(?!)/ // A type without a pattern needs a rule.
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
