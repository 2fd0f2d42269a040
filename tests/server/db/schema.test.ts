import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

const folder = join(import.meta.dirname, '../../../server/db')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.remove())

const TYPES: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'Json',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Timestamp',
  uuid: 'string',
  xid8: 'string',
}

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** An identity or a stored expression, which no statement may set. */
  isComputed: boolean
}

const readColumns = async (): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
           a.atthasdef as "hasDefault", a.attidentity = 'a' or a.attgenerated = 's' as "isComputed"
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
       and a.attnum > 0 and not a.attisdropped
     order by c.relname collate "C", a.attnum`.execute(database.db)
  return rows
}

/** Columns whose types `column-types.ts` specifies, as `table.column`. */
const specified = new Set(
  [...readFileSync(join(folder, 'column-types.ts'), 'utf8').matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(
    ([, key]) => key ?? '',
  ),
)

const typeOf = ({ table, name, type, isNullable, hasDefault, isComputed }: Column): string => {
  const known = TYPES[type]
  if (known === undefined) throw new Error(`${table}.${name} has the type ${type}, of which TYPES has no entry`)
  const key = `${table}.${name}`
  const value = specified.has(key) ? `ColumnTypes['${key}']` : known === 'Json' ? 'unknown' : known
  const orNull = isNullable ? ' | null' : ''
  const withDefault = hasDefault ? 'WithDefault' : ''
  if (isComputed) return `GeneratedAlways<${value}${orNull}>`
  if (known === 'Json') return `Json${withDefault}<${value}>${orNull}`
  if (known === 'Timestamp') return `Timestamp${withDefault}${orNull}`
  return hasDefault ? `Generated<${value}${orNull}>` : `${value}${orNull}`
}

const nameOf = (table: string): string =>
  `${table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Table`

const writeTypes = (columns: readonly Column[]): string => {
  const tables = [...new Set(columns.map(({ table }) => table))]
  return [
    '// Generated from the migrated database by `npx vitest run --project server tests/server/db/schema.test.ts -u`. Do not edit.',
    "import type { Generated, GeneratedAlways } from 'kysely'",
    "import type { ColumnTypes, Json, JsonWithDefault, Timestamp, TimestampWithDefault } from './column-types.ts'",
    ...tables.flatMap((table) => [
      `\nexport interface ${nameOf(table)} {`,
      ...columns.filter((column) => column.table === table).map((column) => `  ${column.name}: ${typeOf(column)}`),
      '}',
    ]),
    '\nexport interface Database {',
    ...tables.map((table) => `  ${table}: ${nameOf(table)}`),
    '}\n',
  ].join('\n')
}

test('schema.generated.ts has the types of all tables, after each migration', async () => {
  await expect(writeTypes(await readColumns())).toMatchFileSnapshot(join(folder, 'schema.generated.ts'))
})

test('column-types.ts specifies columns that exist', async () => {
  const columns = new Set((await readColumns()).map(({ table, name }) => `${table}.${name}`))
  expect([...specified].filter((key) => !columns.has(key))).toEqual([])
})
