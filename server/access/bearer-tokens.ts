import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

/** Minimum interval between updates of a token's time of last use. */
export const USED_MS = 60_000

/**
 * Selects the bearer tokens of users: those of sessions, those that agents obtained for access tokens, and access tokens as they are. Only
 * access tokens may have no expiry.
 */
export const bearerTokens = (db: Db) =>
  db
    .selectFrom('auth_token')
    .select(['hash', 'user_id', 'session_id', 'access_token_id', sql<boolean>`false`.as('is_access_token')])
    .select((row) => row.cast<Date | null>('expires_at', 'timestamptz').as('expires_at'))
    .unionAll(
      db
        .selectFrom('access_token')
        .select(['hash', 'user_id', sql<string | null>`null::uuid`.as('session_id')])
        .select((row) => row.cast<number | null>('id', 'bigint').as('access_token_id'))
        .select([sql<boolean>`true`.as('is_access_token'), 'expires_at']),
    )

/** Updates an access token's time of last use. */
export const noteUse = async (db: Db, id: number, now: number): Promise<void> => {
  const aMinuteAgo = new Date(now - USED_MS)
  await db
    .updateTable('access_token')
    .set({ last_used_at: new Date(now) })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', aMinuteAgo)]))
    .execute()
}
