import { sql, type RawBuilder } from 'kysely'
import type { SecondFactorMethod } from '../../contract/session/session.ts'
import type { Principal } from '../access/principals.ts'
import type { Db, Tx } from '../db/open.ts'

/** Returns an SQL expression of whether a user has an active second factor; `person` is the alias of their row. */
export const hasFactor = (person: string): RawBuilder<boolean> => {
  const id = sql.ref(`${person}.id`)
  return sql<boolean>`(exists (select from second_factor sf where sf.person_id = ${id} and sf.confirmed_at is not null)
    or exists (select from passkey pk where pk.person_id = ${id}))`
}

/** Returns the user's second factor methods without recovery codes; empty without a second factor. */
export const methodsOf = async (db: Db | Tx, personId: number): Promise<SecondFactorMethod[]> => {
  const { rows } = await sql<{ app: boolean; passkey: boolean }>`
    select exists (select from second_factor where person_id = ${personId} and confirmed_at is not null) as app,
           exists (select from passkey where person_id = ${personId}) as passkey`.execute(db)
  const has = rows[0]
  return [...(has?.app ? (['app'] as const) : []), ...(has?.passkey ? (['passkey'] as const) : [])]
}

/** Locks a user's sign-in credentials: serialises changes to them, and uses of one code. */
export const lockFactors = async (tx: Tx, personId: number): Promise<void> => {
  await tx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
}

/** Marks the session as having verified its second factor. */
export const markVerified = async (tx: Tx, via: Principal['via']): Promise<void> => {
  if (!('sessionId' in via)) return
  await tx.updateTable('session').set({ second_factor: true }).where('id', '=', via.sessionId).execute()
}

/** Deletes recovery codes of users without a second factor to recover. */
export const dropUnneededCodes = async (tx: Tx, personId: number): Promise<void> => {
  if ((await methodsOf(tx, personId)).length > 0) return
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
}
