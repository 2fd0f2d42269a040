import { claimIdempotencyKey } from './idempotency-keys.ts'
import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db, Tx } from './database.ts'
import { appendToChain, isAudited } from './audit-chain.ts'
import type { EventTable } from './events-schema.ts'

/** What happened, to be told to everybody who may see `stream`. */
export interface NewEvent {
  stream: string
  type: string
  payload: unknown
  projectId?: number | null
  personId?: number | null
}

export interface StoredEvent {
  id: number
  /** The 64-bit number of the transaction that appended it. */
  xid: string
  stream: string
  /** 1, 2, 3 … without gaps within its stream. */
  sequence: number
  type: string
  payload: unknown
  projectId: number | null
  personId: number | null
  at: Date
  /** The same everywhere and for ever; ids begin anew in a restored database. */
  uid: string
}

/** Wakes whoever tails the events. */
export const eventChannel = 'assay_event'

interface Appending {
  /** What else has to hold for it, as ` where …`. */
  when?: RawBuilder<unknown>
  /** What the statement itself finds out about the events. */
  payload?: RawBuilder<unknown>
  /** What of them the statement goes on with, as ` returning …`: rows that nobody reads cost time too. */
  returning?: RawBuilder<unknown>
}

/**
 * Common table expressions that append `events`, the last of them `appended`, for a statement that does more than this; see
 * `appendEvents`. It has to notify `eventChannel`, or whoever sends it wakes those who listen to that.
 */
export const appendingEvents = (
  events: readonly NewEvent[],
  { when = sql``, payload = sql`g.payload`, returning = sql`` }: Appending = {},
): RawBuilder<unknown> => {
  const counts = new Map<string, number>()
  for (const { stream } of events) counts.set(stream, (counts.get(stream) ?? 0) + 1)
  // Streams advance in sorted order, so that writers wait for each other in one direction only.
  const streams = [...counts.keys()].sort().map((stream) => ({ stream, more: counts.get(stream) }))
  const given = events.map((event) => {
    const after = (counts.get(event.stream) ?? 1) - 1
    counts.set(event.stream, after)
    // Drawn here: the embedded database opens and closes a source of chance for each that it draws.
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
      insert into event (uid, stream, sequence, type, payload, project_id, person_id)
      select g.uid, g.stream, a.sequence - g.after, g.type, coalesce(${payload}, 'null'::jsonb), g.project, g.person
        from rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
               as (uid uuid, stream text, type text, payload jsonb, "projectId" bigint, "personId" bigint, after int))
             with ordinality as g(uid, stream, type, payload, project, person, after, place)
        join advanced a using (stream)
       order by g.place${returning}
    )`
}

/**
 * Appends in the caller's transaction, in the order given, and numbers each in its stream. One statement however many.
 * A stream stays locked until the transaction ends: append once, at its end. (Two calls in one transaction can meet two calls
 * of another in the opposite order of streams, and one of them is then refused as a deadlock.)
 */
export const appendEvents = async (tx: Tx, events: readonly NewEvent[]): Promise<StoredEvent[]> => {
  await claimIdempotencyKey(tx)
  if (events.length === 0) return []
  const { rows } = await sql<Selectable<EventTable>>`
    with ${appendingEvents(events, { returning: sql` returning *` })}
    select appended.*, n.notified from appended cross join (select pg_notify(${eventChannel}, '') as notified) n
     order by id`.execute(tx)
  const stored = rows.map(storedEvent)
  const audited = stored.filter(isAudited)
  if (audited.length > 0) await appendToChain(tx, audited)
  return stored
}

/** The number of a stream's newest event; 0 before its first. */
export const streamSequence = async (db: Db, stream: string): Promise<number> => {
  const row = await db.selectFrom('event_stream').select('sequence').where('stream', '=', stream).executeTakeFirst()
  return row?.sequence ?? 0
}

/**
 * At most `limit` events after number `after`, in order. `last` is the newest there is; `first` the oldest from which on
 * none is missing (null: none is left). Whoever has less than `first - 1` needs a new snapshot instead.
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
    .where('sequence', '<=', head.sequence) // what came since would be newer than `last`
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
  personId: row.person_id,
  at: row.at,
  uid: row.uid,
})
