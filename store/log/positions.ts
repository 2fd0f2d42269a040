import { Dexie } from 'dexie'
import { gapsAfter, unbroken, type Gap } from './gaps.ts'
import { inStream, type Log, type Position } from './log.ts'
import { changing, type Of } from './within.ts'

/** How far a stream is held, in memory or on disk, and its gaps above. */
export type StreamPosition = Position & { gaps: Gap[] }

/**
 * Position of a stream. `applied` is the number to request events after: everything up to it is in a snapshot or in the log. An unknown
 * stream is at 0.
 */
export async function streamPosition(log: Log, stream: string): Promise<StreamPosition> {
  const position = await positionOf(log, stream)
  const remembered = log.memory.value.records.filter((record) => record.stream === stream)
  const snapshots = [...log.memory.value.snapshots.values()].filter((snapshot) => snapshot.stream === stream)
  if (position.applied === position.head && remembered.length === 0 && snapshots.length === 0)
    return { ...position, gaps: [] }
  const base = Math.max(position.applied, ...snapshots.map(({ sequence }) => sequence))
  const sequences = [...(await sequencesAfter(log, stream, base)), ...remembered.map(({ sequence }) => sequence)]
  sequences.sort((a, b) => a - b)
  const applied = unbroken(base, sequences)
  return {
    stream,
    applied,
    head: Math.max(applied, sequences.at(-1) ?? 0),
    gaps: gapsAfter(stream, applied, sequences),
  }
}

/** Returns the highest held sequence of a stream, with or without gaps. */
export const head = async (log: Log, stream: string): Promise<number> => (await streamPosition(log, stream)).head

export const positionOf = async (log: Of<'positions'>, stream: string): Promise<Position> =>
  (await log.db.positions.get(stream)) ?? nowhere(stream)

export const nowhere = (stream: string): Position => ({ stream, applied: 0, head: 0 })

/** Returns a stream's sequences on disk above `after`, in order. */
export async function sequencesAfter(log: Of<'records'>, stream: string, after: number): Promise<number[]> {
  const keys = (await inStream(log, stream, after).keys()) as unknown as [string, number][]
  return keys.map(([, sequence]) => sequence)
}

/** Advances to `sequence`, unless the stream is already beyond it. */
export const skipTo = (log: Log, stream: string, sequence: number): Promise<void> =>
  changing(log, ['positions', 'records'], (one) => skipWithin(one, stream, sequence))

/** The same, within a transaction over records and positions. */
export async function skipWithin(log: Of<'positions' | 'records'>, stream: string, sequence: number): Promise<void> {
  const position = await positionOf(log, stream)
  if (sequence <= position.applied) return
  const applied = unbroken(sequence, await sequencesAfter(log, stream, sequence))
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
  const sequences = await sequencesAfter(log, stream, base)
  const applied = unbroken(base, sequences)
  const highest = Math.max(applied, sequences.at(-1) ?? 0)
  await (highest === 0 ? db.positions.delete(stream) : db.positions.put({ stream, applied, head: highest }))
}
