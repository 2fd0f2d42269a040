import { sql, type RawBuilder } from 'kysely'
import type { SecondFactorMethod } from '../../contract/session/session.ts'
import type { Principal } from '../access/principals.ts'
import type { Db, Tx } from '../db/open.ts'

/** Returns an SQL expression of whether a user has an active second factor; `user` is the alias of their row. */
export const hasFactor = (user: string): RawBuilder<boolean> => {
  const id = sql.ref(`${user}.id`)
  return sql<boolean>`(exists (select from second_factor sf where sf.user_id = ${id} and sf.confirmed_at is not null)
    or exists (select from passkey pk where pk.user_id = ${id}))`
}

/** Returns the user's second factor methods without recovery codes; empty without a second factor. */
export const methodsOf = async (db: Db | Tx, userId: number): Promise<SecondFactorMethod[]> => {
  const { rows } = await sql<{ app: boolean; passkey: boolean }>`
    select exists (select from second_factor where user_id = ${userId} and confirmed_at is not null) as app,
           exists (select from passkey where user_id = ${userId}) as passkey`.execute(db)
  const has = rows[0]
  return [...(has?.app ? (['app'] as const) : []), ...(has?.passkey ? (['passkey'] as const) : [])]
}

/** Locks a user's sign-in credentials: serialises changes to them, and uses of one code. */
export const lockFactors = async (tx: Tx, userId: number): Promise<void> => {
  await tx.selectFrom('workspace_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Marks the session as having verified its second factor. */
export const markVerified = async (tx: Tx, via: Principal['via']): Promise<void> => {
  if (!('sessionId' in via)) return
  await tx.updateTable('session').set({ second_factor: true }).where('id', '=', via.sessionId).execute()
}

/** Deletes recovery codes of users without a second factor to recover. */
export const dropUnneededCodes = async (tx: Tx, userId: number): Promise<void> => {
  if ((await methodsOf(tx, userId)).length > 0) return
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}
