import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { AUDITED } from '../../contract/workspace/audit-log.ts'
import type { Selectable } from 'kysely'
import type { AuditHeadTable } from './schema.generated.ts'
import type { Db, Tx } from './database.ts'

const origin = new AsyncLocalStorage<string>()

/** Runs `carryOut` so that audit entries written by it record the request's network address. */
export const requestedFrom = <Result>(address: string, carryOut: () => Result): Result => origin.run(address, carryOut)

const audited = new Set<string>(Object.values(AUDITED).flat())
export const isAudited = ({ type }: { type: string }): boolean => audited.has(type)

/** Hashed parts of an entry; all of them are stored. */
interface Hashed {
  eventUid: string
  /** ISO 8601. */
  at: string
  userId: number | null
  actor: string | null
  type: string
  stream: string
  subject: string
  payload: unknown
  address: string | null
}

/** An event as its entry describes it. */
type AuditedEvent = Pick<Hashed, 'userId' | 'type' | 'stream' | 'payload'> & { uid: string }

/**
 * Appends an audit entry for each event in the caller's transaction. Locks the head until the transaction ends, which serialises writers:
 * each hash covers the previous one.
 */
export const appendToChain = async (tx: Tx, events: readonly AuditedEvent[]): Promise<void> => {
  const head = await lockedHead(tx)
  const names = await usernamesOf(tx, events)
  let hash: Buffer = head.hash
  for (const { uid, userId, type, stream, payload } of events) {
    const at = new Date()
    const entry = {
      eventUid: uid,
      at: at.toISOString(),
      userId,
      actor: userId === null ? null : (names.get(userId) ?? null),
      type,
      stream,
      subject: subjectOf(stream, payload, names),
      payload: payload ?? {},
      address: origin.getStore() ?? null,
    }
    hash = hashOf(hash, entry)
    await tx
      .insertInto('audit_entry')
      .values({
        event_uid: uid,
        at,
        user_id: userId,
        actor: entry.actor,
        type,
        stream,
        subject: entry.subject,
        payload: JSON.stringify(entry.payload),
        address: entry.address,
        hash,
      })
      .execute()
  }
  await tx.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute()
}

const NO_HASH = Buffer.alloc(32)

/** Inserts the head row if it is missing, and locks it. */
const lockedHead = (tx: Db | Tx): Promise<Selectable<AuditHeadTable>> =>
  tx
    .insertInto('audit_head')
    .values({ id: 1, hash: NO_HASH, pruned_hash: NO_HASH })
    .onConflict((c) => c.column('id').doUpdateSet({ id: 1 }))
    .returningAll()
    .executeTakeFirstOrThrow()

const userOfStream = (stream: string): number | null => {
  const [kind, id] = stream.split(':')
  return kind === 'person' ? Number(id) : null
}

const usernamesOf = async (tx: Tx, events: readonly AuditedEvent[]): Promise<Map<number, string>> => {
  const ids = events.flatMap(({ userId, stream, payload }) => [userId, userOfStream(stream), userOfPayload(payload)])
  const known = [...new Set(ids)].filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const rows = await tx.selectFrom('workspace_user').select(['id', 'username']).where('id', 'in', known).execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}

const userOfPayload = (payload: unknown): number | null => {
  const { userId } = (payload ?? {}) as { userId?: unknown }
  return typeof userId === 'number' ? userId : null
}

/** Returns the username of a user's stream; otherwise the first name in the event's payload, with the affected user. */
const subjectOf = (stream: string, payload: unknown, names: ReadonlyMap<number, string>): string => {
  const id = userOfStream(stream)
  if (id !== null) return names.get(id) ?? ''
  const { name, before, key, feature } = (payload ?? {}) as Record<string, unknown>
  const user = userOfPayload(payload)
  const own = [name, (before as { name?: unknown } | undefined)?.name, key, feature].find(
    (one) => typeof one === 'string',
  )
  return [own, user === null ? undefined : names.get(user)].filter((one) => one !== undefined).join(': ')
}

/** Sorts object keys: jsonb does not preserve their order. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, canonical(one)]))
}

const hashOf = (before: Buffer, entry: Hashed): Buffer =>
  createHash('sha256')
    .update(before)
    .update(JSON.stringify(canonical(entry)))
    .digest()

/** Entries read per query of a verification. */
const AT_ONCE = 1000

/**
 * Verifies the whole chain. `brokenAt` is the id of the first entry that was altered or does not follow its predecessor, 0 if entries are
 * missing at the end, and null if the chain is intact.
 */
export const verifyChain = async (db: Db): Promise<{ entries: number; brokenAt: number | null }> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const head = await tx.selectFrom('audit_head').selectAll().executeTakeFirst()
      let hash: Buffer = head?.pruned_hash ?? NO_HASH
      let last = 0
      let entries = 0
      for (;;) {
        const rows = await tx
          .selectFrom('audit_entry')
          .selectAll()
          .where('id', '>', last)
          .orderBy('id')
          .limit(AT_ONCE)
          .execute()
        for (const row of rows) {
          hash = hashOf(hash, {
            eventUid: row.event_uid,
            at: row.at.toISOString(),
            userId: row.user_id,
            actor: row.actor,
            type: row.type,
            stream: row.stream,
            subject: row.subject,
            payload: row.payload,
            address: row.address,
          })
          if (!hash.equals(row.hash)) return { entries, brokenAt: row.id }
          last = row.id
          entries += 1
        }
        if (rows.length < AT_ONCE) break
      }
      return { entries, brokenAt: hash.equals(head?.hash ?? NO_HASH) ? null : 0 }
    })

/**
 * Deletes up to `limit` of the oldest entries from before `olderThan`, in the caller's transaction; the chain then starts after the last
 * deleted entry. Returns the number of deleted entries.
 */
export const pruneChain = async (tx: Db | Tx, olderThan: Date, limit: number): Promise<number> => {
  await lockedHead(tx)
  const oldest = await tx.selectFrom('audit_entry').select(['id', 'hash', 'at']).orderBy('id').limit(limit).execute()
  // Stops at the first entry that is recent enough: clocks may have jumped, and deleting entries after it would leave gaps in the chain.
  const saved = oldest.findIndex(({ at }) => at >= olderThan)
  const gone = saved === -1 ? oldest : oldest.slice(0, saved)
  const newest = gone.at(-1)
  if (newest === undefined) return 0
  await tx.deleteFrom('audit_entry').where('id', '<=', newest.id).execute()
  await tx.updateTable('audit_head').set({ pruned_hash: newest.hash }).where('id', '=', 1).execute()
  return gone.length
}
