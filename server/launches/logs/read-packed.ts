import { sql } from 'kysely'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { Db } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import { Refusal } from '../../http/refusal.ts'
import { decodeFrame, type LogLine } from './frames.ts'

export interface LogReading {
  db: Db
  files: Pick<FileStore, 'read'>
}

/** Position of a line in the log of an attempt. */
export type LinePosition = Pick<LogLine, 'at' | 'id'>
type PackedLine = Omit<LogLine, 'testId' | 'attempt'>

/** Frame that can have lines of an attempt. `first`: null if it begins with another test or attempt. */
interface StoredFrame {
  key: [testId: number, attempt: number, at: number, id: number]
  first: LinePosition | null
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
): Promise<PackedLine[]> => {
  let lines: PackedLine[] = []
  for await (const frame of framesOf(db, place)) {
    const last = lines[max - 1]
    if (last !== undefined && frame.first !== null && compareLines(last, frame.first) < 0) break
    const found = (await readFrame({ db, files }, frame, place)).filter((line) => compareLines(line, place.after) > 0)
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

const readFrame = async (
  { db, files }: LogReading,
  { hash, firstByte, sizeBytes }: StoredFrame,
  place: { testId: number; attempt: number },
): Promise<PackedLine[]> => {
  try {
    const range = { start: firstByte, end: firstByte + sizeBytes - 1 }
    return await decodeFrame(Buffer.concat((await files.read(hash, range).toArray()) as Buffer[]), place)
  } catch (cause) {
    // A storage that does not answer is temporarily unavailable.
    if ((cause as NodeJS.ErrnoException).code === 'EIO') throw cause
    const isStored = await db
      .selectFrom('log_frame')
      .select('file_hash')
      .where('file_hash', '=', hash)
      .executeTakeFirst()
    // The log has been deleted meanwhile.
    if (isStored === undefined) return []
    const message = 'A part of the log is missing in the file storage, or damaged there'
    throw Object.assign(new Refusal(404, ERROR_CODES.notFound, message), { cause })
  }
}
