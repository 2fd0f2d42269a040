import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import { repeat, type Repeated } from '../../jobs/repeat.ts'
import { updateLogCount } from '../storage/count.ts'
import { encodeFrame, type LogLine } from './frames.ts'

interface Packing {
  db: Db
  files: Pick<FileStore, 'put'>
}

/** Limits of a frame, which is read as a whole for a page of a log. Its last line can exceed the bytes. */
const FRAME_LINES = 1000
const FRAME_BYTES = 256 * 1024
/** Limits of a file: its rows are deleted in one transaction, and the embedded database has one connection. */
const FILE_LINES = 5000
const FILE_BYTES = 8 * 1024 * 1024
/** Tests of one query. */
const TESTS_AT_ONCE = 500
const LAUNCHES_AT_ONCE = 100
const LOOK_EVERY_MS = 10 * 60_000

/**
 * Whether the launch `l` has ended, and nothing was reported to it for an hour: by then, repeated jobs of the build and agents with unsent
 * lines have mostly reported. What is reported later is packed later.
 */
const isCold = sql<boolean>`(
  l.status not in ('IN_PROGRESS', 'QUEUED', 'LAUNCHING') and l.heard_at < now() - interval '1 hour')`
/** Whether the logs of the launch `l` with storage `s` have to be packed, and no server does so. */
const isDue = sql<boolean>`(
  ${isCold} and s.packed_report_at is distinct from l.heard_at and (s.packing_until is null or s.packing_until < now()))`
/** Longer than a file takes. */
const lease = sql<Date>`now() + interval '10 minutes'`

/** Packs the logs of ended launches in the background. Any number of servers may do so: each launch is claimed by one. */
export const startPacking = (parts: Packing, log: Pick<FastifyBaseLogger, 'warn'>): Repeated =>
  repeat(
    async (signal) => {
      while (!signal.aborted && (await packDue(parts, signal)) > 0);
    },
    LOOK_EVERY_MS,
    (error) => log.warn({ err: error }, 'logs could not be packed; tried again later'),
  )

/** Packs at most `LAUNCHES_AT_ONCE` launches that are due. Resolves with the number that this server has packed. */
export const packDue = async (parts: Packing, signal: AbortSignal): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select l.id from launch l join launch_storage s on s.launch_id = l.id where ${isDue}
     order by l.id limit ${LAUNCHES_AT_ONCE}`.execute(parts.db)
  let packed = 0
  for (const { id } of rows) {
    if (signal.aborted) break
    const lastReportAt = await claimLaunch(parts.db, id)
    if (lastReportAt !== null && (await packLaunch(parts, { id, lastReportAt }, signal))) packed += 1
  }
  return packed
}

/** Resolves with the time of the last report, as text because a Date has no microseconds; null if the launch is not due any more. */
const claimLaunch = async (db: Db, id: number): Promise<string | null> => {
  const { rows } = await sql<{ lastReportAt: string }>`
    update launch_storage s set packing_until = ${lease} from launch l
     where s.launch_id = ${id} and l.id = s.launch_id and ${isDue} returning l.heard_at::text as "lastReportAt"`.execute(
    db,
  )
  return rows[0]?.lastReportAt ?? null
}

/** Packs all lines of a launch. Resolves with false if it was stopped, or the launch or its logs were deleted or packed by another server meanwhile. */
const packLaunch = async (
  { db, files }: Packing,
  { id, lastReportAt }: { id: number; lastReportAt: string },
  signal: AbortSignal,
): Promise<boolean> => {
  let pack = new Pack()
  for await (const lines of framesOf(db, id)) {
    await pack.add(lines)
    if (!pack.isFull) continue
    if (signal.aborted || !(await storePack({ db, files }, id, pack))) return false
    pack = new Pack()
  }
  if (pack.ids.length > 0 && !(await storePack({ db, files }, id, pack))) return false
  await db.transaction().execute(async (tx) => {
    await updateLogCount(tx, id)
    await sql`update launch_storage set packed_report_at = ${lastReportAt}::timestamptz, packing_until = null
               where launch_id = ${id}`.execute(tx)
  })
  return true
}

/** A file in memory, with compressed frames. */
class Pack {
  readonly frames: { first: LogLine; last: LogLine; count: number; firstByte: number; sizeBytes: number }[] = []
  readonly chunks: Buffer[] = []
  readonly ids: number[] = []
  #sizeBytes = 0
  #textBytes = 0

  async add(lines: readonly LogLine[]): Promise<void> {
    const [first, last] = [lines[0], lines.at(-1)]
    if (first === undefined || last === undefined) return
    const bytes = await encodeFrame(lines)
    this.frames.push({ first, last, count: lines.length, firstByte: this.#sizeBytes, sizeBytes: bytes.length })
    this.chunks.push(bytes)
    for (const { id } of lines) this.ids.push(id)
    this.#sizeBytes += bytes.length
    this.#textBytes += textBytesOf(lines)
  }

  get isFull(): boolean {
    return this.ids.length >= FILE_LINES || this.#textBytes >= FILE_BYTES
  }
}

/**
 * Stores the file, and then replaces the rows of its lines by its frames in one transaction. After a crash in between, nothing refers to the
 * file: housekeeping deletes it. Resolves with false if one of the rows is gone: it was deleted, or packed by another server.
 */
const storePack = async ({ db, files }: Packing, launchId: number, { frames, chunks, ids }: Pack): Promise<boolean> => {
  const { hash } = await files.put(Readable.from(chunks), 'log', Infinity)
  const rows = frames.map(({ first, last, count, firstByte, sizeBytes }) => ({
    launch_id: launchId,
    first_test_id: first.testId,
    first_attempt: first.attempt,
    first_at: first.at,
    first_id: first.id,
    last_test_id: last.testId,
    last_attempt: last.attempt,
    last_at: last.at,
    last_id: last.id,
    line_count: count,
    file_hash: hash,
    first_byte: firstByte,
    size_bytes: sizeBytes,
  }))
  try {
    await db.transaction().execute((tx) => replaceRows(tx, launchId, ids, rows))
    return true
  } catch (error) {
    if (error instanceof LinesChanged) return false
    throw error
  }
}

class LinesChanged extends Error {}

const replaceRows = async (
  tx: Tx,
  launchId: number,
  ids: readonly number[],
  frames: Parameters<ReturnType<typeof tx.insertInto<'log_frame'>>['values']>[0],
): Promise<void> => {
  // Frames of a launch that is deleted after this are deleted with it.
  const { rows } = await sql`select from launch where id = ${launchId} for key share`.execute(tx)
  const { numAffectedRows } = await sql`delete from log_line where id = any(${[...ids]}::bigint[])`.execute(tx)
  if (rows.length === 0 || Number(numAffectedRows ?? 0) !== ids.length) throw new LinesChanged()
  await tx.insertInto('log_frame').values(frames).execute()
  await sql`update launch_storage set packing_until = ${lease} where launch_id = ${launchId}`.execute(tx)
}

/** Yields the lines of a launch in frames, in the order of tests, attempts, times and ids. */
async function* framesOf(db: Db, launchId: number): AsyncGenerator<LogLine[]> {
  const tests = await db.selectFrom('test').select('id').where('launch_id', '=', launchId).orderBy('id').execute()
  let remaining = tests.map(({ id }) => id)
  let after = { testId: 0, attempt: 0, at: 0, id: 0 }
  while (remaining.length > 0) {
    const ids = remaining.slice(0, TESTS_AT_ONCE)
    const { rows: lines } = await sql<LogLine>`
      select test_id as "testId", attempt, at, id, level, message from (
        select l.*, coalesce(sum(octet_length(message)) over (
                 order by test_id, attempt, at, id rows between unbounded preceding and 1 preceding), 0) as bytes_before
          from (select * from log_line
                 where test_id = any(${ids}::bigint[])
                   and (test_id, attempt, at, id) > (${after.testId}::bigint, ${after.attempt}::int, ${after.at}::bigint, ${after.id}::bigint)
                 order by test_id, attempt, at, id limit ${FRAME_LINES}) l) l
       where bytes_before < ${FRAME_BYTES} order by test_id, attempt, at, id`.execute(db)
    const last = lines.at(-1)
    if (last !== undefined) yield lines
    const isCut = lines.length === FRAME_LINES || textBytesOf(lines) >= FRAME_BYTES
    if (isCut && last !== undefined) after = last
    const done = isCut && last !== undefined ? ids.indexOf(last.testId) : ids.length
    remaining = remaining.slice(done)
  }
}

const textBytesOf = (lines: readonly LogLine[]): number =>
  lines.reduce((sum, { message }) => sum + Buffer.byteLength(message), 0)
