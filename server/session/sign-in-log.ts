import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { SIGN_IN_LOG, type SignInEntry, type SignInMethod } from '../../contract/workspace/account-security.ts'
import type { Db } from '../db/open.ts'
import { deviceOf, type Client } from './client.ts'

/** Method and origin of a sign-in. */
export interface SigningIn {
  method: SignInMethod
  client: Client
}

/**
 * Logs a rejected sign-in. Runs after the response. For null (an unknown name) it causes the same database work: otherwise the caller's
 * next call would be measurably faster.
 */
export const logRefusal = async (
  db: Db,
  userId: number | null,
  { method, client }: SigningIn,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> => {
  try {
    await db
      .insertInto('sign_in')
      .columns(['user_id', 'method', 'refused', 'user_agent', 'address'])
      .expression((eb) =>
        eb
          .selectFrom('workspace_user')
          .select([
            'id',
            sql<SignInMethod>`${method}::text`.as('method'),
            sql<boolean>`true`.as('refused'),
            sql<string | null>`${client.userAgent}::text`.as('user_agent'),
            sql<string | null>`${client.address}::text`.as('address'),
          ])
          .where('id', '=', userId ?? 0),
      )
      .execute()
  } catch (error) {
    log.error({ err: error }, 'a refused sign-in could not be logged')
  }
}

/** Returns the user's latest sign-ins, newest first. */
export const listSignIns = async (db: Db, userId: number): Promise<SignInEntry[]> => {
  const rows = await db
    .selectFrom('sign_in')
    .select(['id', 'method', 'refused', 'user_agent', 'address', 'created_at'])
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(Date.now() - SIGN_IN_LOG.days * 86_400_000))
    .orderBy('id', 'desc')
    .limit(SIGN_IN_LOG.entries)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at.toISOString(),
    device: deviceOf(row.user_agent),
    address: row.address,
    method: row.method,
    isRefused: row.refused,
  }))
}
