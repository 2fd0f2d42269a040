import { Dexie } from 'dexie'
import { unbroken, type Span } from './spans.ts'
import type { Log, Position } from './log.ts'
import { nowhere, positionOf, spansAfter } from './positions.ts'
import { damageOf, type LogRecord } from './record.ts'
import { isFull, withRoom } from './room.ts'
import { setAsideArriving } from './set-aside.ts'
import { changing, type Of } from './within.ts'

export type Appended = {
  appended: number
  /** Known already, by id or by sequence. */
  duplicates: number
  /** Unreadable: moved aside, not in the log. */
  damaged: number
  /** The disk is full: these records are only in memory. */
  isInMemory: boolean
}

/**
 * Appends in one transaction: all or none are on disk when this resolves. Order and repetition do not matter. Rejects when the database
 * cannot be written for another reason than a full disk.
 */
export async function append(log: Log, records: readonly unknown[]): Promise<Appended> {
  const { readable, damaged } = sorted(log, records)
  if (damaged.length > 0) await setAsideArriving(log, damaged)
  const waiting = log.memory.value.records
  const pending = waiting.length === 0 ? readable : [...waiting, ...readable]
  try {
    const duplicates = await withRoom(log, () => store(log, pending))
    forget(log, waiting)
    const repeated = [...duplicates].filter((place) => place >= waiting.length).length
    const appended = readable.length - repeated
    return { appended, duplicates: repeated, damaged: damaged.length, isInMemory: false }
  } catch (cause) {
    if (!isFull(cause)) throw cause
    return hold(log, readable, damaged.length)
  }
}

/** Appends a local event to the end of its stream. Resolves once on disk. */
export async function record(log: Log, stream: string, event: { type: string; payload: unknown }): Promise<LogRecord> {
  return withRoom(log, () =>
    changing(log, ['records', 'positions'], async (one) => {
      const { db } = one
      const { applied, head } = await positionOf(one, stream)
      const sequence = Math.max(applied, head) + 1
      const made: LogRecord = { id: crypto.randomUUID(), stream, sequence, ...event, at: Date.now(), origin: 'here' }
      const reason = damageOf(made, log.known)
      if (reason !== null) throw new TypeError(reason)
      await db.records.add(made)
      await db.positions.put({ stream, applied: applied === sequence - 1 ? sequence : applied, head: sequence })
      return made
    }),
  )
}

function sorted(log: Log, records: readonly unknown[]) {
  const readable: LogRecord[] = []
  const damaged: { record: unknown; reason: string }[] = []
  for (const record of records) {
    const reason = damageOf(record, log.known)
    if (reason === null) readable.push(record as LogRecord)
    else damaged.push({ record, reason })
  }
  return { readable, damaged }
}

/** Returns the indexes of records that existed already. */
const store = (whole: Log, records: readonly LogRecord[]): Promise<ReadonlySet<number>> =>
  changing(whole, ['records', 'positions'], async (log) => {
    const { db } = log
    const duplicates = await addNew(log, records)
    // A duplicate may name an earlier previous event than the record that the log holds.
    const byStream = inOrderByStream(records.filter((_, place) => !duplicates.has(place)))
    const streams = [...byStream.keys()]
    const held = await db.positions.bulkGet(streams)
    const moved: Position[] = []
    for (const [i, stream] of streams.entries())
      moved.push(await advance(log, held[i] ?? nowhere(stream), byStream.get(stream) ?? []))
    await db.positions.bulkPut(moved)
    return duplicates
  })

function inOrderByStream(records: readonly LogRecord[]): Map<string, LogRecord[]> {
  const byStream = new Map<string, LogRecord[]>()
  for (const record of records) {
    const others = byStream.get(record.stream)
    if (others) others.push(record)
    else byStream.set(record.stream, [record])
  }
  for (const ofStream of byStream.values()) ofStream.sort((a, b) => a.sequence - b.sequence)
  return byStream
}

/** Batch size: this many adds block the page for a few ms; the next follow when these are done. */
const addsAtOnce = 200

/** Indexes of records that existed already. A failed add that Dexie has reported does not abort the transaction. */
async function addNew(log: Of<'records'>, records: readonly LogRecord[]): Promise<Set<number>> {
  const duplicates = new Set<number>()
  for (let from = 0; from < records.length; from += addsAtOnce) {
    try {
      await log.db.records.bulkAdd(records.slice(from, from + addsAtOnce))
    } catch (error) {
      if (!(error instanceof Dexie.BulkError)) throw error
      const failures = Object.entries(error.failuresByPos)
      const other = failures.find(([, failure]) => failure.name !== 'ConstraintError')
      if (other) throw other[1]
      for (const [place] of failures) duplicates.add(from + Number(place))
    }
  }
  return duplicates
}

/** Returns the stream's position including these spans. Reads the log only if there are gaps. */
async function advance(
  log: Of<'records'>,
  { stream, applied, head }: Position,
  spans: readonly Span[],
): Promise<Position> {
  const highest = Math.max(head, spans.at(-1)?.sequence ?? 0)
  const reached = unbroken(applied, spans)
  const last = reached >= highest ? reached : unbroken(applied, await spansAfter(log, stream, applied))
  return { stream, applied: last, head: highest }
}

function forget(log: Log, stored: readonly LogRecord[]): void {
  if (stored.length === 0) return
  const ids = new Set(stored.map(({ id }) => id))
  const { records, snapshots } = log.memory.value
  log.memory.next({ records: records.filter(({ id }) => !ids.has(id)), snapshots })
}

async function hold(log: Log, records: readonly LogRecord[], damaged: number): Promise<Appended> {
  const stored = new Set(await storedOf(log, records))
  // Nothing may be awaited between this and `next`, or another batch's write in between would be lost.
  const { records: held, snapshots } = log.memory.value
  const place = ({ stream, sequence }: LogRecord) => `${stream}\n${sequence}`
  const seen = new Set(held.flatMap((record) => [record.id, place(record)]))
  const fresh: LogRecord[] = []
  for (const record of records) {
    if (seen.has(record.id) || seen.has(place(record)) || stored.has(record)) continue
    seen.add(record.id).add(place(record))
    fresh.push(record)
  }
  log.memory.next({ records: [...held, ...fresh], snapshots })
  return { appended: fresh.length, duplicates: records.length - fresh.length, damaged, isInMemory: true }
}

async function storedOf(log: Log, records: readonly LogRecord[]): Promise<LogRecord[]> {
  const { db } = log
  const byId = await db.records.bulkGet(records.map(({ id }) => id))
  const places = records.map(({ stream, sequence }) => [stream, sequence])
  const byPlace = await Promise.all(places.map((place) => db.records.where('[stream+sequence]').equals(place).count()))
  return records.filter((_, i) => byId[i] !== undefined || byPlace[i] !== 0)
}
