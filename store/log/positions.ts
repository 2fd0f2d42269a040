import { Dexie } from 'dexie'
import { inStream, type Log, type Position } from './log.ts'
import { unbroken, type Span } from './spans.ts'
import { changing, type Of } from './within.ts'

/**
 * Position of a stream, in memory or on disk. `applied` is the number to request events after: everything up to it is in a snapshot or in
 * the log. There is a gap if `head` is above it. An unknown stream is at 0.
 */
export async function streamPosition(log: Log, stream: string): Promise<Position> {
  const position = await positionOf(log, stream)
  const remembered = log.memory.value.records.filter((record) => record.stream === stream)
  const snapshots = [...log.memory.value.snapshots.values()].filter((snapshot) => snapshot.stream === stream)
  if (position.applied === position.head && remembered.length === 0 && snapshots.length === 0) return position
  const base = Math.max(position.applied, ...snapshots.map(({ sequence }) => sequence))
  const spans = [...(await spansAfter(log, stream, base)), ...remembered].sort((a, b) => a.sequence - b.sequence)
  const applied = unbroken(base, spans)
  return { stream, applied, head: Math.max(applied, spans.at(-1)?.sequence ?? 0) }
}

export const positionOf = async (log: Of<'positions'>, stream: string): Promise<Position> =>
  (await log.db.positions.get(stream)) ?? nowhere(stream)

export const nowhere = (stream: string): Position => ({ stream, applied: 0, head: 0 })

/** Returns a stream's spans on disk above `after`, in order. */
export const spansAfter = (log: Of<'records'>, stream: string, after: number): Promise<Span[]> =>
  inStream(log, stream, after).toArray()

/** Advances to `sequence`, unless the stream is already beyond it. */
export const skipTo = (log: Log, stream: string, sequence: number): Promise<void> =>
  changing(log, ['positions', 'records'], (one) => skipWithin(one, stream, sequence))

/** The same, within a transaction over records and positions. */
export async function skipWithin(log: Of<'positions' | 'records'>, stream: string, sequence: number): Promise<void> {
  const position = await positionOf(log, stream)
  if (sequence <= position.applied) return
  const applied = unbroken(sequence, await spansAfter(log, stream, sequence))
  await log.db.positions.put({ stream, applied, head: Math.max(position.head, applied) })
}

/** Recomputes a stream's position from the disk. Within a transaction over records, snapshots and positions. */
export async function recount(log: Of<'records' | 'snapshots' | 'positions'>, stream: string): Promise<void> {
  const { db } = log
  const snapshots = await db.snapshots
    .where('[stream+sequence]')
    .between([stream, 0], [stream, Dexie.maxKey], true, true)
    .keys()
  const base = (snapshots as unknown as [string, number][]).at(-1)?.[1] ?? 0
  const spans = await spansAfter(log, stream, base)
  const applied = unbroken(base, spans)
  const highest = Math.max(applied, spans.at(-1)?.sequence ?? 0)
  await (highest === 0 ? db.positions.delete(stream) : db.positions.put({ stream, applied, head: highest }))
}
