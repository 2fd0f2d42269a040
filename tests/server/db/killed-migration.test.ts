import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../server/db/migrate.ts'
import { openDatabase, openEngine, type Db } from '../../../server/db/open.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

const OLD_DATABASE = gunzipSync(readFileSync(join(import.meta.dirname, 'files/before-baseline.sql.gz'))).toString()
const LAUNCH = { name: 'Nightly', status: 'FAILED' }

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
  await sql.raw(`drop schema public cascade; create schema public; ${OLD_DATABASE}`).execute(database.db)
  await database.close()
})
afterEach(() => database.remove())

const executed = async (db: Db): Promise<string[]> =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )
const columnsOf = async (db: Db, table: string): Promise<string[]> =>
  (
    await sql<{
      name: string
    }>`select column_name as name from information_schema.columns where table_name = ${table}`.execute(db)
  ).rows.map(({ name }) => name)
const launches = async (db: Db) => (await sql`select name, status from launch`.execute(db)).rows

/** Starts a server on the database that is killed in the middle of its migrations. */
const killInMigration = async (): Promise<void> => {
  const { dataDir, databaseUrl } = database.location
  const script = join(import.meta.dirname, 'processes/killed-in-migration.ts')
  const args = [
    script,
    dataDir,
    String(Math.floor(MIGRATIONS.length / 2)),
    ...(databaseUrl === undefined ? [] : [databaseUrl]),
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

test('a server that is killed in the middle of its migrations leaves the old database, and the next start migrates it', async () => {
  await killInMigration()
  const old = await openEngine(database.location)
  // Recording the baseline in place of what it replaced changes nothing else.
  expect(await executed(old.db)).toEqual(['0000-baseline'])
  expect(await columnsOf(old.db, 'launch')).not.toContain('origin')
  expect(await launches(old.db)).toEqual([LAUNCH])
  await old.close()

  const migrated = await openDatabase(database.location)
  expect(await executed(migrated.db)).toEqual(MIGRATIONS)
  expect(await launches(migrated.db)).toEqual([LAUNCH])
  await migrated.close()
})
