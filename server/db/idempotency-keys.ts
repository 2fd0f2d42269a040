import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { conflict, wrongField } from '../http/refusal.ts'
import { CallTransaction, inCallTransaction, type IdempotencyKey } from './call-transaction.ts'
import type { Db } from './open.ts'

const HEADER = 'idempotency-key'
const KEY = /^[\x21-\x7e]{1,200}$/

/** Returns the request's idempotency key; null without an `Idempotency-Key` header. Throws 400 if it is malformed. */
export const idempotencyKeyOf = (
  userId: number,
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
  return { userId, key, request: hash('sha256', Buffer.concat([Buffer.from(`${method} ${url}\n`), text]), 'base64') }
}

/**
 * Returns the stored answer to an earlier request with this key; null if there was none. Throws 409 if the key belongs to another request.
 */
export const earlierAnswer = async (
  db: Db,
  { userId, key, request }: IdempotencyKey,
): Promise<{ answer: unknown } | null> => {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.request !== request) throw conflict('This Idempotency-Key belongs to another request')
  if (row.answer === null) throw conflict('This request was already carried out; its answer is not available')
  return { answer: row.answer }
}

/**
 * Runs a call once per idempotency key, across restarts and nodes. All its transactions are one: the key, the effect and the answer are stored
 * together or not at all. A retry gets the stored answer, or 409 where answers are not stored because they hold secrets.
 */
export const carryOutOnce = async <Answer>(
  db: Db,
  key: IdempotencyKey,
  act: () => Promise<Answer>,
  { keepsAnswer = true }: { keepsAnswer?: boolean } = {},
): Promise<Answer> => {
  const earlier = await earlierAnswer(db, key)
  if (earlier) return earlier.answer as Answer
  let taken: unknown
  const { userId, key: name, request } = key
  const call = new CallTransaction(key, async (connection) => {
    const claim = sql`insert into idempotency_key (user_id, key, request) values (${userId}, ${name}, ${request})`
    await connection.executeQuery(claim.compile(db)).catch((error: unknown) => {
      if (isTaken(error)) taken = error
      throw error
    })
  })
  try {
    return await inCallTransaction(call, async () => {
      const answer = await act()
      // The key is stored already, unless the call had no transaction.
      await sql`insert into idempotency_key (user_id, key, request, answer)
        values (${userId}, ${name}, ${request}, ${keepsAnswer ? JSON.stringify(answer ?? {}) : null})
        on conflict (user_id, key) do update set answer = excluded.answer`.execute(db)
      await call.end('commit')
      return answer
    })
  } catch (error) {
    await call.end('rollback')
    // A concurrent request with this key won. Its transaction has committed: otherwise our insert would still be waiting for it.
    const same = taken !== undefined || isTaken(error) ? await earlierAnswer(db, key) : null
    if (!same) throw error
    return same.answer as Answer
  }
}

/** Returns whether an error is the unique violation of a key that was just stored by another request. */
export const isTaken = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'idempotency_key_pkey'
}
