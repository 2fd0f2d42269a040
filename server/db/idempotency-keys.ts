import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { conflict, wrongField } from '../http/refusal.ts'
import type { Db, Tx } from './open.ts'

/** A retryable request: the client chooses the key, and `request` identifies the request that the key was first used for. */
export interface IdempotencyKey {
  personId: number
  key: string
  request: string
}

const HEADER = 'idempotency-key'
const KEY = /^[\x21-\x7e]{1,200}$/

/** Returns the request's idempotency key; null without an `Idempotency-Key` header. Throws 400 if it is malformed. */
export const idempotencyKeyOf = (
  personId: number,
  {
    method,
    url,
    headers,
    body,
  }: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: unknown },
): IdempotencyKey | null => {
  const key = headers[HEADER]
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key))
    throw wrongField('Idempotency-Key', 'Must be 1 to 200 visible ASCII characters')
  const text = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body ?? null))
  return { personId, key, request: hash('sha256', Buffer.concat([Buffer.from(`${method} ${url}\n`), text]), 'base64') }
}

/**
 * Returns the stored answer to an earlier request with this key; null if there was none. Throws 409 if the key belongs to another request.
 */
export const earlierAnswer = async (
  db: Db,
  { personId, key, request }: IdempotencyKey,
): Promise<{ answer: unknown } | null> => {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request', 'answer'])
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.request !== request) throw conflict('This Idempotency-Key belongs to another request')
  if (row.answer === null) throw conflict('This request was already carried out; its answer is not available')
  return { answer: row.answer }
}

const current = new AsyncLocalStorage<IdempotencyKey & { claimedIn: WeakSet<object> }>()

/**
 * Runs a call once per idempotency key, across restarts and nodes. The key is stored in the transaction that appends the call's event, and
 * the answer right after it. A retry gets the stored answer, or 409 where answers are not stored because they hold secrets.
 */
export const carryOutOnce = async <Answer>(
  db: Db,
  key: IdempotencyKey,
  act: () => Promise<Answer>,
  { keepsAnswer = true }: { keepsAnswer?: boolean } = {},
): Promise<Answer> => {
  const earlier = await earlierAnswer(db, key)
  if (earlier) return earlier.answer as Answer
  const answer = await current
    .run({ ...key, claimedIn: new WeakSet() }, act)
    .catch(async (error: unknown): Promise<Answer> => {
      // A concurrent request with this key won. Its transaction has committed: otherwise our insert would still be waiting for it.
      const same = isTaken(error) ? await earlierAnswer(db, key) : null
      if (!same) throw error
      return same.answer as Answer
    })
  if (!keepsAnswer) return answer
  await db
    .updateTable('idempotency_key')
    .set({ answer: JSON.stringify(answer ?? {}) })
    .where('person_id', '=', key.personId)
    .where('key', '=', key.key)
    .where('answer', 'is', null)
    .execute()
  return answer
}

/** Stores the idempotency key of the current call in this transaction. Does nothing outside `carryOutOnce`. */
export const claimIdempotencyKey = async (tx: Tx): Promise<void> => {
  const key = current.getStore()
  if (key === undefined || key.claimedIn.has(tx)) return
  key.claimedIn.add(tx)
  await sql`insert into idempotency_key (person_id, key, request)
            values (${key.personId}, ${key.key}, ${key.request})`.execute(tx)
}

/** Returns whether an error is the unique violation of a key that was just stored by another request. */
export const isTaken = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'idempotency_key_pkey'
}
