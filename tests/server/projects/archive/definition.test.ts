import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTables } from '../../../../server/backup/catalog.ts'
import { ARCHIVED_TABLES, LEFT_OUT } from '../../../../server/projects/archive/tables.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.remove())

/** Tables with rows of projects: those that refer to a project, to a table that does, or to a launch or test by the name of a column. */
const tablesOfProjects = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    with recursive referring as (
      select 'project'::regclass::oid as of
      union
      select c.conrelid from pg_constraint c join referring r on r.of = c.confrelid where c.contype = 'f'
    )
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and (oid in (select of from referring)
            or exists (select from pg_attribute a where a.attrelid = pg_class.oid and not a.attisdropped
                        and a.attname in ('project_id', 'launch_id', 'test_id', 'run_id', 'execution_id')))
     order by relname`.execute(database.db)
  return rows.map(({ name }) => name)
}

const OTHER = ['auth_token', 'project']

test('each table with rows of projects is archived, or left out for a reason', async () => {
  const known = [...Object.keys(ARCHIVED_TABLES), ...Object.keys(LEFT_OUT), ...OTHER]
  expect((await tablesOfProjects()).filter((name) => !known.includes(name))).toEqual([])
  expect(Object.keys(LEFT_OUT).filter((name) => name in ARCHIVED_TABLES)).toEqual([])
})

test('each column that can hold an id, JSON or bytes has a rule', async () => {
  const tables = await database.db.transaction().execute((tx) => readTables(tx))
  const without = tables.flatMap(({ name, columns }) => {
    const rule = ARCHIVED_TABLES[name]
    if (rule === undefined) return []
    return columns
      .filter(({ type }) => ['bigint', 'uuid', 'jsonb', 'bytea', 'text[]'].includes(type))
      .filter((column) => rule.columns[column.name] === undefined)
      .map((column) => `${name}.${column.name}`)
  })
  expect(without).toEqual([])
})

test('each reference to users or files has the rule for them', async () => {
  const { rows } = await sql<{ table: string; column: string; to: string }>`
    select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as to
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and cardinality(c.conkey) = 1`.execute(database.db)
  const wrong = rows.flatMap(({ table, column, to }) => {
    const rule = ARCHIVED_TABLES[table]?.columns[column]
    if (!(table in ARCHIVED_TABLES) || rule?.kind === 'fixed') return []
    const kinds: Record<string, string[]> = { workspace_user: ['user'], file: ['file'], project: ['project'] }
    return (kinds[to] ?? ['reference', 'uuid', 'own']).includes(rule?.kind ?? '') ? [] : [`${table}.${column}`]
  })
  expect(wrong).toEqual([])
})
