import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql, type Logger as StatementLogger } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { moduleUrl } from '../installation.ts'
import type { Db, FromReplica } from './database.ts'
import { poolDialect } from './dialect.ts'
import { eventChannel } from './events.ts'
import { lockFolder } from './folder-lock.ts'
import { keepMaintained } from './maintenance.ts'
import { migrate } from './migrate.ts'
import { serveCopies } from './pglite/copy-requests.ts'
import { createFolder } from './pglite/create-folder.ts'
import { EmbeddedUnusable } from './pglite/embedded-unusable.ts'
import { startEmbedded } from './pglite/start.ts'
import { removeTemporaryFolders } from './pglite/temporary-folders.ts'
import { createListener } from './postgres/listener.ts'
import { createNotifier } from './postgres/notifier.ts'
import { claimStorage, FilesElsewhere } from './postgres/one-storage.ts'
import { openReplica, type ReplicaStatus } from './postgres/replica.ts'
import { startPostgres, type PoolSettings } from './postgres/start.ts'
import type { Database } from './schema.generated.ts'

export type { Db, FromReplica, Tx } from './database.ts'

export interface OpenedDatabase {
  db: Db
  fromReplica: FromReplica
  /** Returns the state of the read replica; null if none is configured. */
  replicaStatus: () => ReplicaStatus | null
  engine: 'pglite' | 'postgres'
  /** For code that does not use Kysely. Shares its clients with `db`; the embedded database has exactly one. */
  pool: Pool
  /**
   * Calls `onNotify` with each payload sent to the channel, and with '' after a lost connection was restored. Resolves once it listens,
   * with a function that stops it.
   */
  listen: (channel: string, onNotify: (payload: string) => void) => Promise<() => Promise<void>>
  /** Whether no other process uses the database. */
  isAlone: boolean
  /**
   * Verifies, as long as the database is open, that all servers of this database keep uploaded files in the same storage. Rejects with
   * `FilesElsewhere`. A later finding is a `problem`: it is looked for again with each attempt to reconnect.
   */
  claimStorage: (storageId: string) => Promise<void>
  /** Why this node must not serve requests at the moment, although the database answers; null if it may. */
  problem: () => string | null
  /** Returns the number of disk syncs so far; null for a database server, which does not report it. */
  syncs: () => number | null
  /** Copies the embedded database for backups, which other processes request. Does nothing for a database server. */
  serveCopies: () => Promise<void>
  /** Awaits what is in progress, closes the database, and releases the folder. */
  close: () => Promise<void>
}

export interface OpenOptions {
  dataDir: string
  /** PostgreSQL to use instead of the embedded database in the data folder. */
  databaseUrl?: string | undefined
  /** Read-only copy of `databaseUrl`. */
  replicaUrl?: string | undefined
  /** Interval in which the replica is checked. */
  replicaCheckMs?: number
  pool?: Pick<PoolSettings, 'maxConnections' | 'timeoutMs'>
  /** Module of the database worker, which a test of its failures replaces. */
  workerUrl?: URL
  logger?: Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'>
  /** Called after each statement. */
  onStatement?: StatementLogger | undefined
  /**
   * Called when the embedded database is unusable (a panic, a failed disk sync, a dead thread). By default the process exits, to be
   * restarted.
   */
  onFatal?: (error: Error) => void
}

/**
 * Locks the data folder (embedded only), opens the database and migrates it. Rejects with `FolderInUse` if another process holds the
 * folder.
 */
export const openDatabase = async (options: OpenOptions): Promise<OpenedDatabase> => {
  const opened = await openEngine(options)
  try {
    await migrate(opened.db)
    await opened.serveCopies()
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

/** Opens the database as it is, without migrations. An embedded database is created if there is none. */
export const openEngine = (options: OpenOptions): Promise<OpenedDatabase> =>
  options.databaseUrl === undefined ? openEmbedded(options) : openPostgres(options, options.databaseUrl)

const hasTestSearch = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('test_search') is not null as exists`.execute(db)
  return rows[0]?.exists === true
}

const loggedBy = (onStatement: StatementLogger | undefined) => (onStatement === undefined ? {} : { log: onStatement })

const maintainMs = 60_000

const openEmbedded = async ({
  dataDir,
  workerUrl = moduleUrl('./pglite/worker', import.meta.url),
  logger,
  onStatement,
  onFatal,
}: OpenOptions): Promise<OpenedDatabase> => {
  mkdirSync(dataDir, { recursive: true })
  const lock = lockFolder(dataDir)
  try {
    const folder = join(dataDir, 'database')
    const embedded = await createFolder(folder, workerUrl)
      .then(() =>
        startEmbedded(folder, workerUrl, {
          onFailure: onFatal ?? endProcess(logger),
          onLost: (err) => logger?.warn({ err }, 'lost the connection to the embedded database'),
        }),
      )
      .catch((error: unknown) => {
        throw new EmbeddedUnusable(dataDir, error)
      })
    const { pool } = embedded
    let copies = { stop: () => Promise.resolve() }
    const dialect = poolDialect(pool, () => embedded.wake(eventChannel))
    const db = new Kysely<Database>({ dialect, ...loggedBy(onStatement) })
    const maintained = keepMaintained(db, maintainMs, (err) =>
      logger?.warn({ err }, 'the database could not be maintained'),
    )
    return {
      db,
      fromReplica: (read) => read(db),
      replicaStatus: () => null,
      engine: 'pglite',
      pool,
      listen: embedded.listen,
      isAlone: true,
      claimStorage: () => Promise.resolve(), // the folder's lock excludes other servers
      problem: () => null,
      syncs: embedded.syncs,
      serveCopies: async () => {
        removeTemporaryFolders(dataDir)
        copies = await serveCopies(dataDir, db).catch((err: unknown) => {
          logger?.warn({ err }, 'the data folder has no socket: stop the server for backups')
          return copies
        })
      },
      close: async () => {
        try {
          await copies.stop()
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
    // Also if logging is off: it is the reason of the exit.
    process.stderr.write(`Assay ends: ${error.message}\n`)
    process.exit(1)
  }

const openPostgres = async (
  { logger, onStatement, pool: settings, replicaUrl, replicaCheckMs }: OpenOptions,
  databaseUrl: string,
): Promise<OpenedDatabase> => {
  const report = (err: Error): void => logger?.warn({ err }, 'lost a database connection')
  const pool = startPostgres(databaseUrl, report, settings)
  const listener = createListener(databaseUrl, report)
  const notifier = createNotifier(pool, eventChannel, report)
  const db = new Kysely<Database>({ dialect: poolDialect(pool, notifier.notify), ...loggedBy(onStatement) })
  const replica =
    replicaUrl === undefined
      ? null
      : openReplica({ url: replicaUrl, db, primary: pool, settings, checkMs: replicaCheckMs, logger, onStatement })
  let problem: string | null = null
  return {
    db,
    fromReplica: replica?.read ?? ((read) => read(db)),
    replicaStatus: () => replica?.status() ?? null,
    engine: 'postgres',
    pool,
    listen: listener.listen,
    isAlone: false,
    claimStorage: (storageId) =>
      listener.hold(async (client) => {
        try {
          await claimStorage(client, storageId)
          problem = null
        } catch (error) {
          // Another server can have claimed the database while the connection was lost. The listener reconnects until that one has ended.
          if (error instanceof FilesElsewhere) problem = error.message
          throw error
        }
      }),
    problem: () => problem,
    syncs: () => null,
    serveCopies: () => Promise.resolve(),
    close: async () => {
      await replica?.close()
      await notifier.close()
      await listener.close()
      await pool.end()
    },
  }
}
