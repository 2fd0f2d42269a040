import { inStream, type Log } from './log.ts'
import { damageOf, type LogRecord } from './record.ts'
import { setAsideStored } from './set-aside.ts'
import { previousOf, unbroken } from './spans.ts'

/** Records that can be folded onto a state at `after`, and the first gap or damaged record. */
export type Tail = {
  /** In order and without a gap. */
  records: LogRecord[]
  /** Whether there are more records beyond a gap. */
  hasGap: boolean
  /** Ids of damaged records on disk. */
  damaged: string[]
}

/** Returns readable records of a stream above `after`, in order, with or without gaps. Damaged ones are moved aside. */
export async function read(log: Log, stream: string, after = 0): Promise<LogRecord[]> {
  const { readable, damaged } = checked(log, await inStream(log, stream, after).toArray())
  if (damaged.length > 0) await setAsideStored(log, damaged)
  const remembered = log.memory.value.records.filter((r) => r.stream === stream && r.sequence > after)
  return remembered.length === 0 ? readable : merged(readable, remembered)
}

/** Cuts at the first gap. `stored` and `remembered` may start before `after`. */
export function tailOf(log: Log, stored: readonly LogRecord[], remembered: readonly LogRecord[], after: number): Tail {
  const { readable, damaged } = checked(log, stored)
  const all = remembered.length === 0 ? readable : merged(readable, remembered)
  const above = all.filter(({ sequence }) => sequence > after)
  const last = unbroken(after, above)
  const records = above.filter(({ sequence }) => sequence <= last)
  return { records, hasGap: records.length < above.length || damaged.length > 0, damaged }
}

function checked(log: Log, stored: readonly LogRecord[]): { readable: LogRecord[]; damaged: string[] } {
  const damaged: string[] = []
  const readable = stored.filter((record) => {
    const isReadable = damageOf(record, log.known) === null
    if (!isReadable) damaged.push(record.id)
    return isReadable
  })
  return { readable, damaged }
}

/** Sorted by sequence without duplicates: a record may be on disk and in memory while it is being written. */
function merged(stored: readonly LogRecord[], remembered: readonly LogRecord[]): LogRecord[] {
  const bySequence = new Map<number, LogRecord>()
  for (const record of [...stored, ...remembered]) {
    const held = bySequence.get(record.sequence)
    if (held === undefined || previousOf(record) < previousOf(held)) bySequence.set(record.sequence, record)
  }
  return [...bySequence.values()].sort((a, b) => a.sequence - b.sequence)
}
