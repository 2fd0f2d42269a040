import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db } from './database.ts'
import type { EventTable } from './schema.generated.ts'
import { eventChannel, storedEvent, type StoredEvent } from './events.ts'
import type { OpenedDatabase } from './open.ts'

/** Position of a reader: all transactions before `xid`, and the single events of later transactions in `ahead`. */
export interface Position {
  xid: string
  ahead: number[]
}

export interface Tail {
  /** Stops; resolves once the current batch is done, after which nothing is delivered. */
  stop(): Promise<void>
  /** Resolves once everything that was committed before the call has been delivered. */
  caughtUp(): Promise<void>
  /** Returns the position from which another tail can continue without loss. */
  position(): Position
}

export interface TailOptions {
  from?: Position
  /** Polling interval without notifications. */
  pollMs?: number
  /** Approximate maximum number of events per batch; transactions are never split. */
  batch?: number
  /**
   * Returns the condition, on an event `e`, for events whose payloads are needed; called before each read. The payloads of others are null.
   * All are read by default.
   */
  needed?: () => RawBuilder<boolean>
  /** Called when a read or `onEvents` failed; the same events are retried after `pollMs`. */
  onError?: (error: unknown) => void
}

/** Polling interval while committed events wait for an older transaction, whose end sends no notification. */
const horizonMs = 20

/** Minimum time between two reads: frequent writers notify often, and one read serves many of their transactions. */
const restMs = 100

/**
 * Delivers every committed event exactly once to `onEvents`, in batches and one batch at a time. Events of a stream are delivered in
 * sequence. Event ids do not reflect commit order: a transaction may draw 5, another draw and commit 6, and a reader that has seen 6 would
 * never read 5. The tail therefore reads by transaction, and only transactions before the oldest running one, among which no further events
 * can appear. A transaction that stays open anywhere in the database server delays every tail.
 */
export const tailEvents = async (
  opened: Pick<OpenedDatabase, 'db' | 'listen'>,
  onEvents: (events: StoredEvent[]) => void | Promise<void>,
  {
    from,
    pollMs = 2_000,
    batch = 1_000,
    needed = () => sql<boolean>`true`,
    onError = () => undefined,
  }: TailOptions = {},
): Promise<Tail> => {
  const { db } = opened
  let position = from ?? { xid: (await bounds(db)).top, ahead: [] }
  let stopped = false
  let requested = 1
  let answered = 0
  let lookedAt = -Infinity
  let working: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  const waiting = new Map<() => void, number>()

  const work = async (): Promise<void> => {
    let again = pollMs
    try {
      for (;;) {
        const round = requested
        const wave = await readWave(db, position, batch, needed())
        const events = wave.events.filter(({ id }) => !position.ahead.includes(id))
        if (stopped) return
        if (events.length > 0) await onEvents(events)
        position = { xid: wave.to, ahead: wave.ahead }
        if (wave.more) continue
        if (wave.held) again = horizonMs
        else answered = round
        // Notified during the read: read again after the minimum interval.
        if (requested !== round) again = Math.min(again, restMs)
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
    requested += 1
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
        waiting.set(resolve, requested)
      }),
    position: () => position,
  }
}

/** Returns the oldest transaction that may still be running, and the newest that has appended any visible event. */
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
  /** First transaction of the next wave. */
  to: string
  /** Ids of events of transactions from `to` on that were included in this wave. */
  ahead: number[]
  /** Whether to read again immediately: the wave was cut at the batch size. */
  more: boolean
  /** Whether an older open transaction holds committed events back. */
  held: boolean
}

/**
 * Reads the transactions from the position to the horizon, or as many of them as make a batch, ordered by event id. Within a stream, ids
 * rise with the sequence, because the stream's row is locked while they are drawn. Transaction ids do not: an older transaction may append
 * to a stream after a younger one has. If the younger one is beyond the wave, its events are included early and recorded in `ahead`. Uses
 * several small statements instead of one: each is a short range scan of one index, whatever the planner knows about the table. The horizon
 * is read first and only grows, so what the other statements see below it is complete.
 */
const readWave = async (
  db: Db,
  { xid, ahead }: Position,
  batch: number,
  needed: RawBuilder<boolean>,
): Promise<Wave> => {
  const { top, newest } = await bounds(db)
  const held = newest !== null && BigInt(newest) >= BigInt(top)
  const isQuiet = newest === null || BigInt(newest) < BigInt(xid)
  const found = isQuiet ? [] : await between(db, xid, top, batch + 1, needed)
  const more = found.length > batch
  const last = found[batch - 1]
  if (more && last) found.splice(batch, 1, ...(await restOf(db, last, needed)))
  const to = more && last ? nextAfter(last.xid) : top
  const early = await predecessors(db, found, to, needed)
  const still = ahead.length === 0 ? [] : await stillAhead(db, ahead, to)
  return {
    events: [...found, ...early].sort((a, b) => a.id - b.id),
    to,
    ahead: [...new Set([...still, ...early.map(({ id }) => id)])],
    more,
    held,
  }
}

const columns = (needed: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  e.id, e.xid, e.uid, e.stream, e.sequence, e.type, e.project_id, e.user_id, e.at, case when ${needed} then e.payload end as payload`

const between = async (
  db: Db,
  from: string,
  to: string,
  limit: number,
  needed: RawBuilder<boolean>,
): Promise<StoredEvent[]> => {
  const { rows } = await sql<Selectable<EventTable>>`
    select ${columns(needed)} from event e where xid >= ${from}::xid8 and xid < ${to}::xid8 order by xid, id limit ${limit}`.execute(
    db,
  )
  return rows.map(storedEvent)
}

/** Returns the remaining events of a transaction after one of its events: a wave never splits a transaction. */
const restOf = async (db: Db, { xid, id }: StoredEvent, needed: RawBuilder<boolean>): Promise<StoredEvent[]> => {
  const { rows } = await sql<Selectable<EventTable>>`
    select ${columns(needed)} from event e where xid = ${xid}::xid8 and id > ${id} order by id`.execute(db)
  return rows.map(storedEvent)
}

const nextAfter = (xid: string): string => String(BigInt(xid) + 1n)

/** Returns events that precede those of the wave in their streams and belong to transactions from `to` on; queried gap by gap. */
const predecessors = async (
  db: Db,
  wave: readonly StoredEvent[],
  to: string,
  needed: RawBuilder<boolean>,
): Promise<StoredEvent[]> => {
  const held = new Set(wave.map(({ stream, sequence }) => `${sequence} ${stream}`))
  const early: StoredEvent[] = []
  let requested: readonly StoredEvent[] = wave
  while (requested.length > 0) {
    const holes = requested
      .map(({ stream, sequence }) => ({ stream, sequence: sequence - 1 }))
      .filter(({ stream, sequence }) => sequence > 0 && !held.has(`${sequence} ${stream}`))
    if (holes.length === 0) break
    const { rows } = await sql<Selectable<EventTable>>`
      select ${columns(needed)} from jsonb_to_recordset(${JSON.stringify(holes)}::jsonb) as h(stream text, sequence bigint)
        join event e using (stream, sequence) where e.xid >= ${to}::xid8`.execute(db)
    requested = rows.map(storedEvent)
    for (const event of requested) held.add(`${event.sequence} ${event.stream}`)
    early.push(...requested)
  }
  return early
}

const stillAhead = async (db: Db, ids: readonly number[], to: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from event where id = any(${[...ids]}::bigint[]) and xid >= ${to}::xid8`.execute(db)
  return rows.map(({ id }) => id)
}
