import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginBulkLoad } from '../../../../server/backup/bulk-load.ts'
import { readTables, setTextFormat, type StoredTable } from '../../../../server/backup/catalog.ts'
import { manifestOf } from '../../../../server/backup/format.ts'
import { ADDING_MIGRATIONS, MIGRATIONS, migrateWithin } from '../../../../server/db/migrate.ts'
import type { Db } from '../../../../server/db/open.ts'
import { openFolderBlobs } from '../../../../server/files/folder-blobs.ts'
import { createFileStore } from '../../../../server/files/store.ts'
import { projectArchive } from '../../../../server/projects/archive/export.ts'
import { ARCHIVED_TABLES } from '../../../../server/projects/archive/tables.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { aUser, aWorkspace, type TestUser } from '../../support/people.ts'
import { archiveOf, asWrittenBy, exported, imported, partsOf, problemOf, tablesOf, type Part } from './archives.ts'
import { comparable } from './comparable.ts'
import { aFullProject, beginIdsHigh } from './full-project.ts'

/** Migrations of the oldest version whose archives are imported. */
const OLDEST = MIGRATIONS.filter((name) => !ADDING_MIGRATIONS.includes(name))

let source: TestApp
let updated: TestDatabase
let owner: TestUser
let projectId: number
let older: StoredTable[]
let archive: Part[]
beforeAll(async () => {
  source = await startTestApp()
  updated = await openTestDatabase()
  owner = await aWorkspace(source)
  await beginIdsHigh(source)
  projectId = await aFullProject(source, owner, [await aUser(source), await aUser(source)])
  older = await updated.db.transaction().execute(async (tx) => {
    await sql.raw('drop schema public cascade; create schema public').execute(tx)
    await migrateWithin(tx, OLDEST.at(-1))
    return readTables(tx)
  })
  // Another order of columns, as databases have that were created before the baseline.
  const orderOf = ({ name, columns }: StoredTable) => (name in ARCHIVED_TABLES ? columns.toReversed() : columns)
  const columns = new Map(older.map((table) => [table.name, orderOf(table).map(({ name }) => name)]))
  archive = asWrittenBy(await partsOf(await exported(source, owner, 'SHOP')), OLDEST, columns)
})
afterAll(async () => {
  await source.close()
  await updated.remove()
})

/** Copies the rows of the columns that the older version has, and then updates the database to this version. */
const copyAndUpdate = (from: Db, to: Db): Promise<void> =>
  to.transaction().execute(async (tx) => {
    const tables = older.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
    const versions = { version: '0.0.0-test', engine: 'pglite' as const, migrations: [...OLDEST], secretKeyIds: [] }
    const load = await beginBulkLoad(tx, manifestOf({ ...versions, tables }))
    await from.transaction().execute(async (reading) => {
      await setTextFormat(reading)
      for (const { name, columns } of tables) {
        const values = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))
        const { rows } = await sql<{ line: string }>`
          select to_json(array[${values}])::text as line from ${sql.table(name)}`.execute(reading)
        if (rows.length > 0) await load.insert(name, rows.map(({ line }) => line).join('\n'))
      }
    })
    await load.finish({})
    await migrateWithin(tx)
  })

test('importing an archive of an older version creates the same project as updating its database', async () => {
  await copyAndUpdate(source.db, updated.db)
  const files = createFileStore(await openFolderBlobs(source.config.DATA_DIR), updated.db)
  const parts = { ...updated, files, version: '0.0.0-test' }
  const expected = comparable(tablesOf(await partsOf(await buffer(await projectArchive(parts, projectId)))))

  expect(problemOf(await imported(source, owner, await archiveOf(archive), { key: 'SHOP2' }))).toBeNull()
  const found = comparable(tablesOf(await partsOf(await exported(source, owner, 'SHOP2'))))
  // The importer became a member at another time than the creator.
  delete expected['project_member']
  delete found['project_member']
  expect(found).toEqual(expected)
})
