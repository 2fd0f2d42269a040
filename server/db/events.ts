import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db, Tx } from './database.ts'
import { appendToChain, isAudited } from './audit-chain.ts'
import type { EventTable } from './schema.generated.ts'

/** Event to append; delivered to everyone who may read `stream`. */
export interface NewEvent {
  stream: string
  type: string
  payload: unknown
  projectId?: number | null
  userId?: number | null
}

export interface StoredEvent {
  id: number
  /** 64-bit id of the transaction that appended it. */
  xid: string
  stream: string
  /** 1, 2, 3 … without gaps within the stream. */
  sequence: number
  type: string
  /** Null also if the reader does not need it. */
  payload: unknown
  projectId: number | null
  userId: number | null
  at: Date
  /** Globally unique; `id` restarts in a restored database. */
  uid: string
}

/** Notification channel that wakes tails of the event log, after the commit of each statement for which `appendsEvents` is true. */
export const eventChannel = 'assay_event'

const insertion = 'insert into event ('

/** Returns whether an SQL statement appends events. */
export const appendsEvents = (statement: string): boolean => statement.includes(insertion)

interface Appending {
  /** Condition for appending, as ` where …`. */
  when?: RawBuilder<unknown>
  /** Payload that the statement itself computes. */
  payload?: RawBuilder<unknown>
  /** Columns that the statement needs from the appended rows, as ` returning …`; unread rows would cost time. */
  returning?: RawBuilder<unknown>
}

/**
 * Returns common table expressions that append `events`, for use in a larger statement; the last one is named `appended`. See
 * `appendEvents`.
 */
export const appendingEvents = (
  events: readonly NewEvent[],
  { when = sql``, payload = sql`g.payload`, returning = sql`` }: Appending = {},
): RawBuilder<unknown> => {
  const counts = new Map<string, number>()
  for (const { stream } of events) counts.set(stream, (counts.get(stream) ?? 0) + 1)
  // Sorted, so that concurrent writers lock streams in one order.
  const streams = [...counts.keys()].sort().map((stream) => ({ stream, more: counts.get(stream) }))
  const given = events.map((event) => {
    const after = (counts.get(event.stream) ?? 1) - 1
    counts.set(event.stream, after)
    // Generated here: the embedded database would open and close its random source for each uuid.
    return { ...event, uid: randomUUID(), payload: event.payload ?? null, after }
  })
  return sql`advanced as (
      insert into event_stream as s (stream, sequence)
      select stream, more from rows from (jsonb_to_recordset(${JSON.stringify(streams)}::jsonb) as (stream text, more bigint))
             with ordinality as c(stream, more, place)${when}
       order by place
      on conflict (stream) do update set sequence = s.sequence + excluded.sequence
      returning s.stream, s.sequence
    ), appended as (
      ${sql.raw(insertion)}uid, stream, sequence, type, payload, project_id, user_id)
      select g.uid, g.stream, a.sequence - g.after, g.type, coalesce(${payload}, 'null'::jsonb), g.project, g.author
        from rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
               as (uid uuid, stream text, type text, payload jsonb, "projectId" bigint, "userId" bigint, after int))
             with ordinality as g(uid, stream, type, payload, project, author, after, place)
        join advanced a using (stream)
       order by g.place${returning}
    )`
}

/**
 * Appends events in the caller's transaction, in the given order, and numbers them within their streams, in one statement. Streams stay
 * locked until the transaction ends, so append once, at its end. (Two calls in one transaction may lock streams in the opposite order of
 * another transaction, and one of them then fails with a deadlock.)
 */
export const appendEvents = async (tx: Tx, events: readonly NewEvent[]): Promise<StoredEvent[]> => {
  if (events.length === 0) return []
  const { rows } = await sql<Selectable<EventTable>>`
    with ${appendingEvents(events, { returning: sql` returning *` })}
    select * from appended order by id`.execute(tx)
  const stored = rows.map(storedEvent)
  const audited = stored.filter(isAudited)
  if (audited.length > 0) await appendToChain(tx, audited)
  return stored
}

/** Returns the sequence number of the stream's newest event; 0 for none. */
export const streamSequence = async (db: Db, stream: string): Promise<number> => {
  const row = await db.selectFrom('event_stream').select('sequence').where('stream', '=', stream).executeTakeFirst()
  return row?.sequence ?? 0
}

/**
 * Returns up to `limit` events after sequence number `after`, in order. `last` is the newest number; `first` is the oldest one from which
 * no event is missing, null if none is left. A reader whose position is before `first - 1` needs a new snapshot.
 */
export const readStream = async (
  db: Db,
  stream: string,
  after: number,
  limit: number,
): Promise<{ events: StoredEvent[]; last: number; first: number | null }> => {
  const head = await db.selectFrom('event_stream').selectAll().where('stream', '=', stream).executeTakeFirst()
  if (head === undefined) return { events: [], last: 0, first: null }
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('stream', '=', stream)
    .where('sequence', '>', Math.max(after, head.pruned))
    .where('sequence', '<=', head.sequence) // events after `last` belong to the next read
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return {
    events: rows.map(storedEvent),
    last: head.sequence,
    first: head.pruned < head.sequence ? head.pruned + 1 : null,
  }
}

export const storedEvent = (row: Selectable<EventTable>): StoredEvent => ({
  id: row.id,
  xid: row.xid,
  stream: row.stream,
  sequence: row.sequence,
  type: row.type,
  payload: row.payload,
  projectId: row.project_id,
  userId: row.user_id,
  at: row.at,
  uid: row.uid,
})
