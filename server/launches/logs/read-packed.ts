import { sql, type RawBuilder } from 'kysely'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import { Refusal } from '../../http/refusal.ts'
import { decodeFrame, type LogLine } from './frames.ts'

export interface LogReading {
  db: Db
  files: Pick<FileStore, 'read'>
}

/** Position of a line in the log of an attempt. */
export type LinePosition = Pick<LogLine, 'at' | 'id'>

/** Frame that can have lines of an attempt. `first`: null if it begins with another test or attempt. */
interface StoredFrame extends FrameOfFile {
  key: [testId: number, attempt: number, at: number, id: number]
  first: LinePosition | null
}

interface FrameOfFile {
  hash: string
  firstByte: number
  sizeBytes: number
}

/**
 * Resolves with the first `max` packed lines of an attempt after a position, in the order of time and id. Decompresses one frame at a time, and
 * only those that can contain these lines. Throws 404 if the stored file is missing or damaged.
 */
export const readPackedLines = async (
  { db, files }: LogReading,
  place: { testId: number; attempt: number; after: LinePosition },
  max: number,
): Promise<LogLine[]> => {
  let lines: LogLine[] = []
  for await (const frame of framesOf(db, place)) {
    const last = lines[max - 1]
    if (last !== undefined && frame.first !== null && compareLines(last, frame.first) < 0) break
    const found = (await readFrame({ db, files }, frame)).filter(
      (line) => line.testId === place.testId && line.attempt === place.attempt && compareLines(line, place.after) > 0,
    )
    lines = [...lines, ...found].sort(compareLines).slice(0, max)
  }
  return lines
}

export const compareLines = (a: LinePosition, b: LinePosition): number => a.at - b.at || a.id - b.id

const FRAMES_AT_ONCE = 20

async function* framesOf(
  db: Db,
  { testId, attempt, after }: { testId: number; attempt: number; after: LinePosition },
): AsyncGenerator<StoredFrame> {
  let [test, ofAttempt, at, id] = [0, 0, 0, 0]
  for (;;) {
    const { rows } = await sql<Omit<StoredFrame, 'first'>>`
      select json_build_array(first_test_id, first_attempt, first_at, first_id) as key,
             file_hash as hash, first_byte as "firstByte", size_bytes as "sizeBytes"
        from log_frame
       where launch_id = (select launch_id from test where id = ${testId}::bigint)
         and (first_test_id, first_attempt) <= (${testId}::bigint, ${attempt}::int)
         and (last_test_id, last_attempt, last_at, last_id)
             > (${testId}::bigint, ${attempt}::int, ${after.at}::bigint, ${after.id}::bigint)
         and (first_test_id, first_attempt, first_at, first_id) > (${test}::bigint, ${ofAttempt}::int, ${at}::bigint, ${id}::bigint)
       order by first_test_id, first_attempt, first_at, first_id limit ${FRAMES_AT_ONCE}`.execute(db)
    for (const frame of rows) {
      ;[test, ofAttempt, at, id] = frame.key
      yield { ...frame, first: test === testId && ofAttempt === attempt ? { at, id } : null }
    }
    if (rows.length < FRAMES_AT_ONCE) return
  }
}

/**
 * Yields all packed lines of launches, frame by frame in the order of tests, attempts, times and ids. `launches`: expression of their ids. Skips
 * frames that the file storage has lost or damaged.
 */
export async function* packedLinesOf(
  { db, files }: { db: Db | Tx; files: LogReading['files'] },
  launches: RawBuilder<unknown>,
): AsyncGenerator<LogLine[]> {
  let after = [0, 0, 0, 0, 0]
  for (;;) {
    const [launch, test, attempt, at, id] = after
    const { rows } = await sql<FrameOfFile & { key: number[] }>`
      select json_build_array(launch_id, first_test_id, first_attempt, first_at, first_id) as key,
             file_hash as hash, first_byte as "firstByte", size_bytes as "sizeBytes"
        from log_frame
       where launch_id in ${launches}
         and (launch_id, first_test_id, first_attempt, first_at, first_id)
             > (${launch}::bigint, ${test}::bigint, ${attempt}::int, ${at}::bigint, ${id}::bigint)
       order by launch_id, first_test_id, first_attempt, first_at, first_id limit ${FRAMES_AT_ONCE}`.execute(db)
    for (const frame of rows) {
      const lines = await bytesOf(files, frame)
        .then(decodeFrame)
        .catch((error: unknown) => {
          if (isStorageAway(error)) throw error
          return []
        })
      if (lines.length > 0) yield lines
    }
    after = rows.at(-1)?.key ?? after
    if (rows.length < FRAMES_AT_ONCE) return
  }
}

const bytesOf = async (files: LogReading['files'], { hash, firstByte, sizeBytes }: FrameOfFile): Promise<Buffer> => {
  const range = { start: firstByte, end: firstByte + sizeBytes - 1 }
  return Buffer.concat((await files.read(hash, range).toArray()) as Buffer[])
}

/** Whether the storage does not answer, and may do so later. */
const isStorageAway = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EIO'

const readFrame = async ({ db, files }: LogReading, frame: FrameOfFile): Promise<LogLine[]> => {
  try {
    return await decodeFrame(await bytesOf(files, frame))
  } catch (cause) {
    if (isStorageAway(cause)) throw cause
    const isStored = await db
      .selectFrom('log_frame')
      .select('file_hash')
      .where('file_hash', '=', frame.hash)
      .executeTakeFirst()
    // The log has been deleted meanwhile.
    if (isStored === undefined) return []
    const message = 'A part of the log is missing in the file storage, or damaged there'
    throw Object.assign(new Refusal(404, ERROR_CODES.notFound, message), { cause })
  }
}
