import { sql, type RawBuilder } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import { repeat } from '../../jobs/repeat.ts'
import { deletingTests } from './delete-tests.ts'
import { freeFiles } from './free-files.ts'
import { createSliceSize, type SliceSize } from '../../jobs/slices.ts'

interface Parts {
  db: Db
  files: Pick<FileStore, 'remove'>
}

/** What a slice deleted; `hashes`: files of deleted artifacts and packed logs. */
interface Slice {
  rows: number
  hashes: readonly string[]
}

/**
 * Deletes one slice of what belongs to a deleted launch, and frees its files. Resolves with false when no deleted launch is left, or other
 * servers work on all of them. A slice is one transaction: a server that stops between two slices loses nothing.
 */
export const clearSlice = async ({ db, files }: Parts, size: SliceSize): Promise<boolean> => {
  const begun = performance.now()
  const max = size.rows()
  const slice = await db.transaction().execute(async (tx) => {
    const launch = await tx
      .selectFrom('launch_deletion')
      .select('launch_id as id')
      .orderBy('launch_id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (launch === undefined) return null
    for (const part of PARTS) {
      const slice = await part(tx, launch.id, max)
      if (slice.rows > 0) return slice
    }
    await tx.deleteFrom('launch_deletion').where('launch_id', '=', launch.id).execute()
    return { rows: 0, hashes: [] }
  })
  if (slice === null) return false
  if (slice.rows > 0) size.took(performance.now() - begun)
  await freeFiles(db, files, slice.hashes)
  return true
}

type Part = (tx: Tx, launchId: number, max: number) => Promise<Slice>

const deleted = async (tx: Tx, statement: RawBuilder<unknown>): Promise<Slice> => ({
  rows: Number((await statement.execute(tx)).numAffectedRows ?? 0),
  hashes: [],
})

const artifacts: Part = async (tx, launchId, max) => {
  const { rows } = await sql<{ hash: string }>`
    delete from artifact where ctid = any(array(select ctid from artifact where launch_id = ${launchId} limit ${max}))
    returning file_hash as hash`.execute(tx)
  return { rows: rows.length, hashes: [...new Set(rows.map(({ hash }) => hash))] }
}

const packedLogs: Part = async (tx, launchId, max) => {
  const { rows } = await sql<{ hash: string }>`
    delete from log_frame where ctid = any(array(select ctid from log_frame where launch_id = ${launchId} limit ${max}))
    returning file_hash as hash`.execute(tx)
  return { rows: rows.length, hashes: [...new Set(rows.map(({ hash }) => hash))] }
}

/** Deletes the log lines of a few tests, and these tests once few lines remain. */
const tests: Part = async (tx, launchId, max) => {
  const found = await tx.selectFrom('test').select('id').where('launch_id', '=', launchId).limit(max).execute()
  if (found.length === 0) return { rows: 0, hashes: [] }
  const ids = found.map(({ id }) => id)
  // A log line is smaller than a test with its indexes.
  const maxLines = max * 4
  const { rows: lines } = await deleted(
    tx,
    sql`delete from log_line where ctid = any(array(
          select ctid from log_line where test_id = any(${ids}::bigint[]) limit ${maxLines}))`,
  )
  if (lines === maxLines) return { rows: lines, hashes: [] }
  for (const statement of deletingTests(ids)) await statement.execute(tx)
  return { rows: found.length, hashes: [] }
}

const sessions: Part = (tx, launchId, max) =>
  deleted(
    tx,
    sql`delete from test_session where ctid = any(array(
          select ctid from test_session where launch_id = ${launchId} limit ${max}))`,
  )

const outputs: Part = (tx, launchId, max) =>
  deleted(
    tx,
    sql`delete from launch_output where ctid = any(array(
          select o.ctid from launch_execution e join launch_output o on o.execution_id = e.id
           where e.launch_id = ${launchId} limit ${max}))`,
  )

const executions: Part = (tx, launchId) => deleted(tx, sql`delete from launch_execution where launch_id = ${launchId}`)

/** In this order: a row that refers to another one is deleted before it. */
const PARTS: readonly Part[] = [artifacts, packedLogs, tests, sessions, outputs, executions]

const LOOK_EVERY_MS = 60_000

/** Clears deleted launches in the background: at the start, each minute, and when woken. */
export const startClearing = (parts: Parts, log: Pick<FastifyBaseLogger, 'warn'>) => {
  const size = createSliceSize()
  const work = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && (await clearSlice(parts, size))) {
      // Yields to other calls of this process, which wait for the same database.
      await new Promise(setImmediate)
    }
  }
  return repeat(work, LOOK_EVERY_MS, (error) =>
    log.warn({ err: error }, 'deleted launches could not be cleared; tried again later'),
  )
}
