import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Database, Db } from './database.ts'
import { poolDialect } from './dialect.ts'
import { lockFolder } from './folder-lock.ts'
import { keepMaintained } from './maintenance.ts'
import { migrate } from './migrate.ts'
import { hasTestSearch } from './migrations/0002-test-search.ts'
import { createFolder } from './pglite/create-folder.ts'
import { startEmbedded } from './pglite/start.ts'
import { createListener } from './postgres/listener.ts'
import { claimStorage, FilesElsewhere } from './postgres/one-storage.ts'
import { startPostgres } from './postgres/start.ts'

export type { Db, Tx } from './database.ts'

export interface OpenedDatabase {
  db: Db
  engine: 'pglite' | 'postgres'
  /** For what does not speak Kysely. Its clients are shared with `db`; on the embedded database there is exactly one. */
  pool: Pool
  /**
   * Calls `onNotify` with each payload sent to the channel, and with '' after a lost connection came back.
   * Resolves once it listens, to the way to stop.
   */
  listen: (channel: string, onNotify: (payload: string) => void) => Promise<() => Promise<void>>
  /**
   * Calls everybody who listens to the channel, as a notification does, but without the database's part in it, which is a tenth of a
   * small transaction. Null where other processes may listen too.
   */
  wake: ((channel: string) => void) | null
  /**
   * Makes sure, for as long as the database is open, that all its servers keep uploaded files in the same storage.
   * @throws {FilesElsewhere}
   */
  claimStorage: (storageId: string) => Promise<void>
  /** Syncs to the disk so far; null where the database server keeps that to itself. */
  syncs: () => number | null
  /** Waits for what runs, closes, gives the folder back. */
  close: () => Promise<void>
}

export interface OpenOptions {
  dataDir: string
  /** PostgreSQL instead of the database in the data folder. */
  databaseUrl?: string | undefined
  /** The built database worker; by default it stands beside the built server. */
  workerUrl?: URL
  logger?: Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'>
  /**
   * The database can answer no more (embedded: a panic, a refused disk sync, a dead thread), or another server took it with other files.
   * By default the process ends, to be started again.
   */
  onFatal?: (error: Error) => void
}

/**
 * Takes the data folder's lock (embedded only), opens the database and migrates it.
 * @throws {FolderInUse} if another process holds the folder
 */
export const openDatabase = async (options: OpenOptions): Promise<OpenedDatabase> => {
  const opened = await (options.databaseUrl === undefined
    ? openEmbedded(options)
    : openPostgres(options, options.databaseUrl))
  try {
    await migrate(opened.db)
    if (!(await hasTestSearch(opened.db)))
      options.logger?.warn(
        'searches in launches walk over all their tests: the extensions pg_trgm and btree_gin were not there, or not ours to create, ' +
          'when the index test_search was to be made',
      )
  } catch (error) {
    await opened.close()
    throw error
  }
  return opened
}

const maintainMs = 60_000

const openEmbedded = async ({
  dataDir,
  workerUrl = builtWorker(),
  logger,
  onFatal,
}: OpenOptions): Promise<OpenedDatabase> => {
  mkdirSync(dataDir, { recursive: true })
  const lock = lockFolder(dataDir)
  try {
    const folder = join(dataDir, 'database')
    await createFolder(folder, workerUrl)
    const embedded = await startEmbedded(folder, workerUrl, {
      onFailure: onFatal ?? endProcess(logger),
      onLost: (err) => logger?.warn({ err }, 'lost the connection to the embedded database'),
    })
    const { pool } = embedded
    const db = new Kysely<Database>({ dialect: poolDialect(pool) })
    const maintained = keepMaintained(db, maintainMs, (err) =>
      logger?.warn({ err }, 'the database could not be maintained'),
    )
    return {
      db,
      engine: 'pglite',
      pool,
      listen: embedded.listen,
      wake: embedded.wake,
      claimStorage: () => Promise.resolve(), // the folder's lock keeps others away
      syncs: embedded.syncs,
      close: async () => {
        try {
          await maintained.stop()
          await embedded.close()
        } finally {
          lock.release()
        }
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

const endProcess =
  (logger: OpenOptions['logger']) =>
  (error: Error): void => {
    logger?.fatal({ err: error }, 'the database cannot go on')
    // Also where nothing is logged: whoever restarts the process looks there for its reason.
    process.stderr.write(`Assay ends: ${error.message}\n`)
    process.exit(1)
  }

const openPostgres = async ({ logger, onFatal }: OpenOptions, databaseUrl: string): Promise<OpenedDatabase> => {
  const report = (err: Error): void => logger?.warn({ err }, 'lost a database connection')
  const pool = startPostgres(databaseUrl, report)
  const listener = createListener(databaseUrl, report)
  return {
    db: new Kysely<Database>({ dialect: poolDialect(pool) }),
    engine: 'postgres',
    pool,
    listen: listener.listen,
    wake: null,
    claimStorage: async (storageId) => {
      let isClaimed = false
      await listener.hold(async (client) => {
        try {
          await claimStorage(client, storageId)
          isClaimed = true
        } catch (error) {
          // While the connection was lost, a server with another storage took the database.
          if (isClaimed && error instanceof FilesElsewhere) (onFatal ?? endProcess(logger))(error)
          throw error
        }
      })
    },
    syncs: () => null,
    close: async () => {
      await listener.close()
      await pool.end()
    },
  }
}

const builtWorker = (): URL => {
  const url = new URL('./database-worker.js', import.meta.url)
  if (!existsSync(fileURLToPath(url)))
    throw new Error(`the database worker is not built: ${fileURLToPath(url)} is missing`)
  return url
}
