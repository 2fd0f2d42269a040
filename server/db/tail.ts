import { sql, type Selectable } from 'kysely'
import type { Db } from './database.ts'
import type { EventTable } from './events-schema.ts'
import { eventChannel, storedEvent, type StoredEvent } from './events.ts'
import type { OpenedDatabase } from './open.ts'

/** How far a reader is: past every transaction before `xid`, and past these single events of later ones. */
export interface Position {
  xid: string
  ahead: number[]
}

export interface Tail {
  /** Resolves once the batch under way is done; nothing is delivered after that. */
  stop(): Promise<void>
  /** Resolves once everything committed before the call has been delivered. */
  caughtUp(): Promise<void>
  /** Where a later tail goes on without loss. */
  position(): Position
}

export interface TailOptions {
  from?: Position
  /** How often to look when nothing wakes the tail. */
  pollMs?: number
  /** At most about so many events at once; a transaction is never split. */
  batch?: number
  /** A read or `onEvents` failed; the same events are tried again after `pollMs`. */
  onError?: (error: unknown) => void
}

/** While committed events wait for an older transaction to end: nothing says when it has. */
const horizonMs = 20

/** Between two looks: whoever writes a lot wakes the tail a lot, and one look serves many of their transactions. */
const restMs = 100

/**
 * Every committed event once, to `onEvents` in batches, one batch at a time. Within a stream they come in sequence.
 *
 * A number drawn from a sequence says nothing about commit order: a transaction may draw 5, another draw and commit 6, and a
 * reader that has seen 6 would never look for 5 again. So the tail reads by transaction, and only those before the oldest one that
 * still runs: nothing can appear among them any more. One transaction that stays open anywhere in the database
 * server holds up every tail.
 */
export const tailEvents = async (
  opened: Pick<OpenedDatabase, 'db' | 'listen'>,
  onEvents: (events: StoredEvent[]) => void | Promise<void>,
  { from, pollMs = 2_000, batch = 1_000, onError = () => undefined }: TailOptions = {},
): Promise<Tail> => {
  const { db } = opened
  let position = from ?? { xid: (await bounds(db)).top, ahead: [] }
  let stopped = false
  let asked = 1
  let answered = 0
  let lookedAt = -Infinity
  let working: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  const waiting = new Map<() => void, number>()

  const work = async (): Promise<void> => {
    let again = pollMs
    try {
      for (;;) {
        const round = asked
        const wave = await readWave(db, position, batch)
        const events = wave.events.filter(({ id }) => !position.ahead.includes(id))
        if (stopped) return
        if (events.length > 0) await onEvents(events)
        position = { xid: wave.to, ahead: wave.ahead }
        if (wave.more) continue
        if (wave.held) again = horizonMs
        else answered = round
        // Woken meanwhile: what came then is looked for after a rest.
        if (asked !== round) again = Math.min(again, restMs)
        break
      }
    } catch (error) {
      if (!stopped) onError(error)
    } finally {
      working = null
      settle()
      if (!stopped) lookIn(again)
    }
  }
  const settle = (): void => {
    for (const [resolve, wanted] of waiting) {
      if (!stopped && wanted > answered) continue
      waiting.delete(resolve)
      resolve()
    }
  }
  const look = (): void => {
    asked += 1
    if (stopped || working !== null) return
    const rested = performance.now() - lookedAt
    if (rested < restMs) return lookIn(restMs - rested)
    lookedAt = performance.now()
    if (timer !== null) clearTimeout(timer)
    timer = null
    working = work()
  }
  const lookIn = (delayMs: number): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(look, delayMs)
  }

  const unlisten = await opened.listen(eventChannel, look)
  look()

  return {
    stop: async () => {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await unlisten()
      await working
      settle()
    },
    caughtUp: () =>
      new Promise((resolve) => {
        if (stopped) return resolve()
        look()
        waiting.set(resolve, asked)
      }),
    position: () => position,
  }
}

/** The oldest transaction that may still run, and the youngest that has appended anything we can see. */
const bounds = async (db: Db): Promise<{ top: string; newest: string | null }> => {
  const { rows } = await sql<{ top: string; newest: string | null }>`
    select pg_snapshot_xmin(pg_current_snapshot()) as top,
           (select xid from event order by xid desc limit 1) as newest`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database has no snapshot')
  return row
}

interface Wave {
  events: StoredEvent[]
  /** The next wave begins with this transaction. */
  to: string
  /** Events of transactions from `to` on that came with this wave. */
  ahead: number[]
  /** Read on at once: the wave was cut at the batch size. */
  more: boolean
  /** Something is committed that an older open transaction holds back. */
  held: boolean
}

/**
 * The transactions from the position to the horizon, or as many of them as make a batch, in the order of their ids: a stream's
 * ids rise with its sequence, because its row is locked while they are drawn. Transaction numbers do not: an older one may append
 * to a stream after a younger one has. If the younger is beyond the wave, its events come along, ahead of their turn.
 *
 * Several small statements instead of one: each is a short range of one index, whatever the planner knows of the table. The
 * horizon is read first and only grows, so what the others see below it is complete.
 */
const readWave = async (db: Db, { xid, ahead }: Position, batch: number): Promise<Wave> => {
  const { top, newest } = await bounds(db)
  const held = newest !== null && BigInt(newest) >= BigInt(top)
  const isQuiet = newest === null || BigInt(newest) < BigInt(xid)
  const found = isQuiet ? [] : await between(db, xid, top, batch + 1)
  const more = found.length > batch
  const last = found[batch - 1]
  if (more && last) found.splice(batch, 1, ...(await restOf(db, last)))
  const to = more && last ? nextAfter(last.xid) : top
  const early = await predecessors(db, found, to)
  const still = ahead.length === 0 ? [] : await stillAhead(db, ahead, to)
  return {
    events: [...found, ...early].sort((a, b) => a.id - b.id),
    to,
    ahead: [...new Set([...still, ...early.map(({ id }) => id)])],
    more,
    held,
  }
}

const between = async (db: Db, from: string, to: string, limit: number): Promise<StoredEvent[]> => {
  const { rows } = await sql<Selectable<EventTable>>`
    select * from event where xid >= ${from}::xid8 and xid < ${to}::xid8 order by xid, id limit ${limit}`.execute(db)
  return rows.map(storedEvent)
}

/** What a transaction appended after one of its events: a wave never splits a transaction. */
const restOf = async (db: Db, { xid, id }: StoredEvent): Promise<StoredEvent[]> => {
  const { rows } = await sql<Selectable<EventTable>>`
    select * from event where xid = ${xid}::xid8 and id > ${id} order by id`.execute(db)
  return rows.map(storedEvent)
}

const nextAfter = (xid: string): string => String(BigInt(xid) + 1n)

/** Events of the wave's streams that stand before one of its own and belong to transactions from `to` on: asked for hole by hole. */
const predecessors = async (db: Db, wave: readonly StoredEvent[], to: string): Promise<StoredEvent[]> => {
  const held = new Set(wave.map(({ stream, sequence }) => `${sequence} ${stream}`))
  const early: StoredEvent[] = []
  let asked: readonly StoredEvent[] = wave
  while (asked.length > 0) {
    const holes = asked
      .map(({ stream, sequence }) => ({ stream, sequence: sequence - 1 }))
      .filter(({ stream, sequence }) => sequence > 0 && !held.has(`${sequence} ${stream}`))
    if (holes.length === 0) break
    const { rows } = await sql<Selectable<EventTable>>`
      select e.* from jsonb_to_recordset(${JSON.stringify(holes)}::jsonb) as h(stream text, sequence bigint)
        join event e using (stream, sequence) where e.xid >= ${to}::xid8`.execute(db)
    asked = rows.map(storedEvent)
    for (const event of asked) held.add(`${event.sequence} ${event.stream}`)
    early.push(...asked)
  }
  return early
}

const stillAhead = async (db: Db, ids: readonly number[], to: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from event where id = any(${[...ids]}::bigint[]) and xid >= ${to}::xid8`.execute(db)
  return rows.map(({ id }) => id)
}
