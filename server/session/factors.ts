import { sql } from 'kysely'
import type { SecondFactorMethod } from '../../contract/session/session.ts'
import type { Principal } from '../access/principals.ts'
import type { Db, Tx } from '../db/open.ts'

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
