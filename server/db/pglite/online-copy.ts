import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

const SLOT = 'assay_backup'

/** Folders whose content belongs to the running engine; the copy has them empty. The log is copied last, see below. */
const WITHOUT_CONTENT = new Set(['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'])

/**
 * Copies the folder of the open embedded database to `target` while it is used, as PostgreSQL's base backup does: the engine takes a
 * checkpoint and marks it, the files are copied while statements change them, and the log since the checkpoint is copied at the end. The
 * engine applies that log when it opens the copy. Statements wait for the checkpoint only.
 */
export const copyWhileOpen = async (db: Db, folder: string, target: string, signal: AbortSignal): Promise<void> => {
  // The engine deletes no log that a replication slot needs.
  await sql`select pg_create_physical_replication_slot(${SLOT}, true, true)`.execute(db)
  try {
    const start = await sql<{ file: string }>`select pg_walfile_name(pg_backup_start('assay', true)) as file`.execute(
      db,
    )
    const copied = await copyFiles(folder, target, signal).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    const stop = await sql<{ file: string; label: string }>`
      select pg_walfile_name(lsn) as file, labelfile as label from pg_backup_stop(false)`.execute(db)
    if (copied !== null) throw copied.error
    const [first, last] = [start.rows[0], stop.rows[0]]
    if (first === undefined || last === undefined) throw new Error('the database did not name its log')
    await copyLog(folder, target, first.file, last.file)
    await writeFile(join(target, 'backup_label'), last.label)
  } finally {
    await sql`select pg_drop_replication_slot(${SLOT})`.execute(db)
  }
}

const copyFiles = async (from: string, to: string, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && WITHOUT_CONTENT.has(entry.name)) await mkdir(target, { mode: 0o700 })
    else if (entry.isDirectory()) await copyFiles(source, target, signal)
    else if (!entry.name.startsWith('postmaster.')) await copyUnlessDeleted(source, target)
    signal.throwIfAborted()
  }
}

/** A file of a deleted table may disappear; the log has its deletion. File systems that share blocks between files copy without reading. */
const copyUnlessDeleted = async (source: string, target: string): Promise<void> => {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Names of log files are hexadecimal numbers of one length, in order. The last one is complete: the engine has begun the next. */
const copyLog = async (folder: string, target: string, first: string, last: string): Promise<void> => {
  for (const name of await readdir(join(folder, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
      await copyFile(join(folder, 'pg_wal', name), join(target, 'pg_wal', name))
}
