import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { FolderInUse, lockFolder } from '../db/folder-lock.ts'
import { LOCKS } from '../db/locks.ts'
import { openEngine, type Db, type OpenedDatabase } from '../db/open.ts'
import { requestCopy } from '../db/pglite/copy-requests.ts'
import { createTemporaryFolder, removeTemporaryFolders } from '../db/pglite/temporary-folders.ts'
import type { Blobs } from '../files/blobs.ts'
import { openBlobs } from '../files/open-blobs.ts'
import { sql } from 'kysely'
import { BackupProblem } from './problem.ts'

/** Where an installation keeps its data: the settings of the server with these names. */
export interface Location {
  DATA_DIR: string
  DATABASE_URL?: string | undefined
  FILES_URL?: string | undefined
  SECRET_KEY?: string | undefined
}

export interface OpenInstallation {
  db: Db
  engine: OpenedDatabase['engine']
  blobs: Blobs
  close: () => Promise<void>
}

/**
 * Opens an installation to read it; a running server goes on. Of an embedded database that a server uses, its server makes a copy. Throws
 * `BackupProblem` if there is no database.
 */
export const openSource = async (location: Location): Promise<OpenInstallation> => {
  const { DATA_DIR } = location
  if (location.DATABASE_URL !== undefined) return openPostgres(location, location.DATABASE_URL)
  if (!existsSync(path.join(DATA_DIR, 'database'))) throw new BackupProblem(`The folder ${DATA_DIR} has no database.`)
  try {
    return await openStopped(location)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
  }
  const copy = await requestCopy(DATA_DIR)
  try {
    const opened = await openEngine({ dataDir: copy.folder })
    const close = () => opened.close().finally(copy.release)
    return { db: opened.db, engine: opened.engine, blobs: await openBlobs(location), close }
  } catch (error) {
    copy.release()
    throw error
  }
}

/** Opens an installation that no server uses. Throws `FolderInUse` or `BackupProblem` if one does. */
export const openStopped = async (location: Location): Promise<OpenInstallation> => {
  const { DATA_DIR, DATABASE_URL } = location
  if (DATABASE_URL !== undefined) {
    const opened = await openPostgres(location, DATABASE_URL)
    if (!(await isUsed(opened.db))) return opened
    await opened.close()
    throw new BackupProblem('A server uses the database. Stop it first: what it writes during a move would be lost.')
  }
  if (!existsSync(path.join(DATA_DIR, 'database'))) throw new BackupProblem(`The folder ${DATA_DIR} has no database.`)
  rejectFolderOfOthers(DATA_DIR)
  const opened = await openEngine({ dataDir: DATA_DIR })
  return { db: opened.db, engine: opened.engine, blobs: await openBlobs(location), close: opened.close }
}

/**
 * Opens an empty database to fill it. `work` returns when it is complete; if it throws, an embedded database is deleted, and a database server
 * has rolled its transaction back. Throws `BackupProblem` if the folder has a database, and `FolderInUse` if a server uses it.
 */
export const fillTarget = async <T>(
  location: Location,
  work: (target: { db: Db; blobs: Blobs }) => Promise<T>,
): Promise<T> => {
  const { DATA_DIR, DATABASE_URL } = location
  mkdirSync(DATA_DIR, { recursive: true })
  rejectFolderOfOthers(DATA_DIR)
  if (DATABASE_URL !== undefined) {
    const opened = await openPostgres(location, DATABASE_URL)
    return work(opened).finally(opened.close)
  }
  const lock = lockFolder(DATA_DIR)
  try {
    const database = path.join(DATA_DIR, 'database')
    if (existsSync(database))
      throw new BackupProblem(
        `The folder ${DATA_DIR} has a database. Restore into a new folder, or rename ${database}.`,
      )
    removeTemporaryFolders(DATA_DIR)
    const temporary = createTemporaryFolder(DATA_DIR)
    try {
      const opened = await openEngine({ dataDir: temporary })
      const blobs = await openBlobs(location)
      const outcome = await work({ db: opened.db, blobs }).finally(opened.close)
      renameSync(path.join(temporary, 'database'), database)
      return outcome
    } finally {
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
    }
  } finally {
    lock.release()
  }
}

const openPostgres = async (location: Location, databaseUrl: string): Promise<OpenInstallation> => {
  const opened = await openEngine({ dataDir: location.DATA_DIR, databaseUrl })
  try {
    const blobs = await openBlobs(location)
    await opened.claimStorage(blobs.id)
    return { db: opened.db, engine: opened.engine, blobs, close: opened.close }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Servers hold a lock that names their storage, and so does this process. */
const isUsed = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ holders: number }>`
    select count(*) as holders from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
       and classid = ${LOCKS.storage} and granted`.execute(db)
  return (rows[0]?.holders ?? 0) > 1
}

/** The owner of the folder could not write files that this process creates in it. */
const rejectFolderOfOthers = (dataDir: string): void => {
  const user = process.getuid?.()
  if (user === undefined) return
  const { uid } = statSync(dataDir)
  if (uid !== user)
    throw new BackupProblem(`The folder ${dataDir} belongs to the user ${uid}. Run the command as that user.`)
}
