import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openDatabase, type OpenedDatabase } from '../../../server/db/open.ts'
import { templateName, withAdmin } from './postgres-server.ts'
import { emptyDatabase } from './empty-database.ts'
import { copyTemplate } from './template.ts'

/** Settings of the suite. `dataFolder`: folder of the databases; it is deleted with the suite, also after a crash of a test. */
export type EngineForTests =
  | { engine: 'pglite'; dataFolder: string; template: string }
  | { engine: 'postgres'; dataFolder: string; serverUrl: string }

declare module 'vitest' {
  interface ProvidedContext {
    database: EngineForTests
  }
}

export interface TestDatabase extends OpenedDatabase {
  dataDir: string
  /** Opens the same database again: another node on PostgreSQL, the same one after `close` on PGlite. */
  location: { dataDir: string; databaseUrl?: string }
  /** Closes and deletes it. */
  remove: () => Promise<void>
}

/** A migrated, empty database on the engine that the suite runs on. Call `remove` when done. */
export const openTestDatabase = async (): Promise<TestDatabase> => {
  const engine = inject('database')
  const dataDir = mkdtempSync(join(engine.dataFolder, 'data-'))
  let location: TestDatabase['location']
  let drop = async (): Promise<void> => undefined
  if (engine.engine === 'pglite') {
    copyTemplate(engine.template, dataDir)
    location = { dataDir }
  } else {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await withAdmin(engine.serverUrl, (admin) => admin.query(`create database ${name} template ${templateName}`))
    location = { dataDir, databaseUrl: `${engine.serverUrl}/${name}` }
    drop = () =>
      withAdmin(engine.serverUrl, async (admin) => void (await admin.query(`drop database ${name} with (force)`)))
  }
  const opened = await openDatabase(location)
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => (closing ??= opened.close())
  return {
    ...opened,
    dataDir,
    location,
    close,
    remove: async () => {
      await close()
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Emptied embedded databases of earlier tests: opening one takes longer than most files need it. */
const idle: TestDatabase[] = []

/**
 * The same, for code that uses a database as a server does: it may come from another file. Each file has its own folder. A closed database
 * is not returned.
 */
export const borrowTestDatabase = async (): Promise<TestDatabase> => {
  if (testEngine() !== 'pglite') return openTestDatabase()
  const database = idle.pop() ?? (await openTestDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
  let isClosed = false
  return {
    ...database,
    dataDir,
    close: () => {
      isClosed = true
      return database.close()
    },
    remove: async () => {
      rmSync(dataDir, { recursive: true, force: true })
      if (isClosed) return database.remove()
      await emptyDatabase(database.db)
      idle.push(database)
    },
  }
}

export const testEngine = (): EngineForTests['engine'] => inject('database').engine
