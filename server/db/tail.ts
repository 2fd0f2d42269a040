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
  let position = from ?? { xid: await horizon(db), ahead: [] }
  let stopped = false
  let asked = 1
  let answered = 0
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
        if (asked === round) break
        if (wave.held) break
      }
    } catch (error) {
      if (!stopped) onError(error)
    } finally {
      working = null
      settle()
      if (!stopped) timer = setTimeout(look, again)
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
    if (timer !== null) clearTimeout(timer)
    timer = null
    working = work()
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

const horizon = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ top: string }>`select pg_snapshot_xmin(pg_current_snapshot()) as top`.execute(db)
  const top = rows[0]?.top
  if (top === undefined) throw new Error('the database has no snapshot')
  return top
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
 * to a stream after a younger one has. If the younger is beyond the horizon, its events come along, ahead of their turn.
 */
const readWave = async (db: Db, { xid, ahead }: Position, batch: number): Promise<Wave> => {
  const { rows } = await sql<Selectable<EventTable> & { to: string; more: boolean; held: boolean; early: boolean }>`
    with limits as materialized (
      select pg_snapshot_xmin(pg_current_snapshot()) as top
    ), full_at as materialized (
      select xid from event, limits where xid >= ${xid}::xid8 and xid < top order by xid, event.id offset ${batch - 1} limit 1
    ), bounds as materialized (
      select coalesce((select e.xid from event e, full_at f where e.xid > f.xid and e.xid < top order by e.xid limit 1), top) as "to", top
        from limits
    ), wave as materialized (
      select e.*, false as early from event e, bounds where e.xid >= ${xid}::xid8 and e.xid < bounds."to"
    ), later as (
      select p.*, true as early from event p, bounds, (select stream, max(sequence) as sequence from wave group by stream) w
       where p.xid >= bounds."to" and p.stream = w.stream and p.sequence < w.sequence
    )
    select bounds."to", bounds."to" < bounds.top as more, exists (select 1 from event where xid >= bounds.top) as held, e.*
      from bounds left join (select * from wave union all select * from later) e on true
     order by e.id`.execute(db)
  const head = rows[0]
  if (head === undefined) throw new Error('a tail reads its bounds, if nothing else')
  // Without an event the one row holds the bounds alone.
  const found = rows.filter((row) => (row.id as number | null) !== null)
  const early = found.filter((row) => row.early).map(({ id }) => id)
  const still = ahead.length === 0 ? [] : await stillAhead(db, ahead, head.to)
  return {
    events: found.map(storedEvent),
    to: head.to,
    ahead: [...new Set([...still, ...early])],
    more: head.more,
    held: head.held,
  }
}

const stillAhead = async (db: Db, ids: readonly number[], to: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from event where id = any(${[...ids]}::bigint[]) and xid >= ${to}::xid8`.execute(db)
  return rows.map(({ id }) => id)
}
