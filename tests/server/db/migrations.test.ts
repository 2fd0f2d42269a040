import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDING_MIGRATIONS, migrate, MIGRATIONS, migrateWithin } from '../../../server/db/migrate.ts'
import type { Db } from '../../../server/db/open.ts'
import { emptyPlaces, runCommand, withDatabase } from '../backup/support/installations.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let fresh: string[]
beforeAll(async () => {
  database = await openTestDatabase()
  fresh = await catalogOf(database.db)
})
afterAll(() => database.remove())

/**
 * A dump (`pg_dump --inserts`, without its settings) of a database that the migrations before the baseline created, with the rows of a
 * project, a case, and a launch with a failed test.
 */
const BEFORE_BASELINE = gunzipSync(readFileSync(join(import.meta.dirname, 'files/before-baseline.sql.gz'))).toString()

const emptySchema = () => sql.raw('drop schema public cascade; create schema public').execute(database.db)

const restoreBeforeBaseline = async () => {
  await emptySchema()
  await sql.raw(BEFORE_BASELINE).execute(database.db)
}

const executedMigrations = async () =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.db)).rows.map(
    ({ name }) => name,
  )

/**
 * Returns everything that the schema defines, one line each, except the order of columns. Functions are compared without regard to white
 * space.
 */
const catalogOf = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    with ours as (
      select c.* from pg_class c
       where c.relnamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'))
    select concat_ws(' ', 'relation', relkind, relpersistence, relname, reloptions) as line from ours
    union all
    select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), l.collname,
             case when a.attnotnull then 'not null' end, 'identity', a.attidentity, 'generated', a.attgenerated, pg_get_expr(d.adbin, d.adrelid))
      from ours c join pg_attribute a on a.attrelid = c.oid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      left join pg_collation l on l.oid = a.attcollation
     where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid)) from ours c join pg_index i on i.indrelid = c.oid
    union all
    select concat_ws(' ', 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid))
      from ours c join pg_constraint k on k.conrelid = c.oid where k.contype <> 'n'
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid)) from ours c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal
    union all
    select concat_ws(' ', 'function', regexp_replace(pg_get_functiondef(p.oid), '\\s+', ' ', 'g')) from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select concat_ws(' ', 'extension', extname) from pg_extension
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

test('migrations change nothing the second time', async () => {
  await migrate(database.db)
  expect(await catalogOf(database.db)).toEqual(fresh)
})

test('migrations run once when several servers start concurrently', async () => {
  await emptySchema()
  await Promise.all([migrate(database.db), migrate(database.db), migrate(database.db), migrate(database.db)])
  expect(await executedMigrations()).toContain('0000-baseline')
})

/**
 * Returns what of a migration servers of older versions may not cope with: what it removed or renamed, and what existing tables demand
 * of rows that an older server writes.
 */
const demandsOf = (before: readonly string[], after: readonly string[]): string[] => {
  const tables = new Set(before.flatMap((line) => /^relation r \w (\w+)/.exec(line)?.[1] ?? []))
  const added = after.filter((line) => !before.includes(line))
  const columns = added.flatMap((line) => /^column \w+ (\w+)/.exec(line)?.[1] ?? [])
  const tableOf = (line: string) =>
    (/^(?:column|constraint) (\w+)/.exec(line) ??
      /^(?:index|trigger) CREATE .*? ON (?:public\.)?(\w+)/.exec(line))?.[1] ?? ''
  const demands = added.filter((line) => {
    if (!tables.has(tableOf(line))) return false
    if (line.startsWith('column')) return /not null identity\s+generated\s*$/.test(line)
    // A condition of new columns alone holds for rows that do not set them.
    return /^(?:constraint|trigger|index CREATE UNIQUE)/.test(line) && !columns.some((name) => line.includes(name))
  })
  return [...before.filter((line) => !after.includes(line)), ...demands]
}

test('migrations only add, except those for which older servers are stopped', async () => {
  await emptySchema()
  const migrateTo = (name: string) => database.db.transaction().execute((tx) => migrateWithin(tx, name))
  const stopping = MIGRATIONS.filter((name) => !ADDING_MIGRATIONS.includes(name))
  await migrateTo(stopping.at(-1) ?? '')
  for (const name of ADDING_MIGRATIONS) {
    const before = await catalogOf(database.db)
    await migrateTo(name)
    const demands = demandsOf(before, await catalogOf(database.db))
    expect([name, demands]).toEqual([name, []])
  }
})

test('finds what older servers do not cope with', async () => {
  await emptySchema()
  await migrate(database.db)
  const before = await catalogOf(database.db)
  /** Number of demands of a statement, which is rolled back. */
  const demandsIn = async (statement: string): Promise<number> => {
    const tx = await database.db.startTransaction().execute()
    await sql.raw(statement).execute(tx)
    const after = await catalogOf(tx)
    await tx.rollback().execute()
    return demandsOf(before, after).length
  }
  for (const statement of [
    'alter table launch rename column name to title',
    'alter table launch drop column framework',
    'alter table artifact add column note text not null',
    'alter table launch add constraint launch_named check (length(name) > 0)',
    'create unique index test_named on test (launch_id, name)',
  ])
    expect([statement, (await demandsIn(statement)) > 0]).toEqual([statement, true])
  for (const statement of [
    "alter table launch add column note text not null default '' check (length(note) < 9), add column weight int",
    'create table note (id bigint primary key, launch_id bigint not null); create index on launch (framework)',
  ])
    expect([statement, await demandsIn(statement)]).toEqual([statement, 0])
})

const fromTheFuture = () =>
  sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2099')`.execute(database.db)

test('migrations reject a database that a newer version has changed', async () => {
  await fromTheFuture()
  await expect(migrate(database.db)).rejects.toThrow('A newer version of Assay has changed this database')
})

test('a database of the migrations before the baseline has the same schema as a new one, and all its rows', async () => {
  await restoreBeforeBaseline()
  const envVariables = {
    BUILD_URL: 'https://ci.test/7',
    BUILD_NUMBER: '7',
    GIT_BRANCH: 'origin/main',
    GIT_COMMIT: 'none',
  }
  await sql`update launch set ci = ${JSON.stringify({ ciType: 'JENKINS', envVariables })}`.execute(database.db)
  await Promise.all([migrate(database.db), migrate(database.db)])
  expect(await executedMigrations()).toContain('0000-baseline')
  expect(await catalogOf(database.db)).toEqual(fresh)

  const { db } = database
  const columns = ['test_case.title', 'search_text', 'case_count'] as const
  expect(
    await db.selectFrom('test_case').innerJoin('suite', 'suite.id', 'suite_id').select(columns).executeTakeFirst(),
  ).toMatchObject({ title: 'Pays in a café', case_count: 1, search_text: 'pays in a cafe\nwith a card\n\n\n\n' })
  await db.deleteFrom('test_case').execute()
  expect(await db.selectFrom('suite').select('case_count').execute()).toEqual([{ case_count: 0 }])
  expect(await db.selectFrom('launch').select(['name', 'status', 'labels', 'origin']).execute()).toEqual([
    {
      name: 'Nightly',
      status: 'FAILED',
      labels: [{ key: 'team', value: 'Payments' }],
      origin: { buildUrl: 'https://ci.test/7', buildNumber: '7', branch: 'main' },
    },
  ])
})

test('migrations reject a database of the migrations before the baseline that a newer version has changed', async () => {
  await restoreBeforeBaseline()
  await fromTheFuture()
  const names = await executedMigrations()
  await expect(migrate(database.db)).rejects.toThrow('A newer version of Assay has changed this database')
  expect(await executedMigrations()).toEqual(names)
})

test('migrations reject a database that an earlier version has not migrated to the baseline, and leave it unchanged', async () => {
  await restoreBeforeBaseline()
  await sql`delete from kysely_migration where name > '0102'`.execute(database.db)
  const names = await executedMigrations()
  await expect(migrate(database.db)).rejects.toThrow(
    /^A version of Assay from before 0\.1\.0 has written this database \(0101-lost-workers\)\. Start Assay once at commit \w+/,
  )
  expect(await executedMigrations()).toEqual(names)
})

test('a test that had a trace before the column for it was added has one afterwards', async () => {
  const { db } = database
  const readTrace = async (name: string) => {
    await restoreBeforeBaseline()
    await sql`
      with added as (insert into file (hash, size_bytes, content_type) values ('a', 1, 'application/zip') returning hash)
      insert into artifact (launch_id, test_id, kind, name, file_hash, at)
      select t.launch_id, t.id, 'file', ${name}, added.hash, 0 from test t, added`.execute(db)
    await migrate(db)
    return db.selectFrom('test').select('has_trace').execute()
  }
  expect(await readTrace('login-Trace.zip')).toEqual([{ has_trace: true }])
  expect(await readTrace('stacktrace.zip')).toEqual([{ has_trace: false }])
})

test('the command migrate creates the database and ends; a second one changes nothing', async () => {
  const places = emptyPlaces()
  try {
    const place = await places.create(testEngine())
    expect(await runCommand(place, 'migrate')).toBe('')
    expect(await withDatabase(place, catalogOf)).toEqual(fresh)
    await runCommand(place, 'migrate')
    expect(await withDatabase(place, catalogOf)).toEqual(fresh)
    await expect(runCommand(place, 'migrate', 'again')).rejects.toMatchObject({
      stderr: expect.stringContaining('migrate has an argument too many: again') as string,
    })
  } finally {
    await places.remove()
  }
})
