import { ERROR_CODES } from '../../contract/errors.ts'
import type { SecondFactorNeeded } from '../../contract/session/session.ts'
import { isUser } from '../access/users.ts'
import { hashToken, newToken } from '../access/tokens.ts'
import { appendEvents } from '../db/events.ts'
import type { Db, Tx } from '../db/open.ts'
import { Refusal } from '../http/refusal.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Client } from './client.ts'
import { lockFactors, methodsOf } from './factors.ts'
import { kindOf, takeCode } from './second-factor.ts'
import { openSession, type Opened, type SessionTimes } from './sessions.ts'

const TICKET_SECONDS = 5 * 60

const ticketOver = () => new Refusal(410, ERROR_CODES.gone, 'This sign-in took too long. Sign in again.')

/** Returns what a user needs to continue after a correct password; null for users without a second factor. */
export const issueTicket = async (
  db: Db,
  user: { id: number; password_hash: string | null },
): Promise<SecondFactorNeeded | null> => {
  const methods = await methodsOf(db, user.id)
  if (methods.length === 0) return null
  const ticket = newToken()
  await db
    .insertInto('second_factor_ticket')
    .values({
      hash: hashToken(ticket),
      user_id: user.id,
      password_digest: hashToken(user.password_hash ?? ''),
      expires_at: new Date(Date.now() + TICKET_SECONDS * 1000),
    })
    .execute()
  return { secondFactor: 'needed', methods, ticket, expiresInSecs: TICKET_SECONDS }
}

/** Returns the user of a ticket. Throws 410 if it has expired, or if the password has changed since. */
export const userOfTicket = async (db: Db, ticket: string): Promise<number> => {
  const row = await db
    .selectFrom('second_factor_ticket as t')
    .innerJoin('workspace_user as p', 'p.id', 't.user_id')
    .select(['t.user_id', 't.password_digest', 't.expires_at', 'p.password_hash'])
    .where('t.hash', '=', hashToken(ticket))
    .where('p.status', '=', 'ACTIVE')
    .where(isUser('p'))
    .executeTakeFirst()
  if (!row || row.expires_at.getTime() <= Date.now()) throw ticketOver()
  if (!row.password_digest.equals(hashToken(row.password_hash ?? ''))) throw ticketOver()
  return row.user_id
}

/** Consumes a ticket and returns its user. Throws 410 if it was used. */
export const useTicket = async (tx: Tx, ticket: string): Promise<number> => {
  const used = await tx
    .deleteFrom('second_factor_ticket')
    .where('hash', '=', hashToken(ticket))
    .returning('user_id')
    .executeTakeFirst()
  if (!used) throw ticketOver()
  return used.user_id
}

/** Consumes the ticket and the code, and opens a session. Returns null and keeps the ticket if the code is wrong. */
export const openByCode = (
  db: Db,
  secrets: Secrets,
  { ticket, code }: { ticket: string; code: string },
  { times, client }: { times: SessionTimes; client: Client },
): Promise<Opened | null> =>
  db.transaction().execute(async (tx) => {
    const hash = hashToken(ticket)
    const row = await tx
      .selectFrom('second_factor_ticket')
      .select('user_id')
      .where('hash', '=', hash)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw ticketOver()
    const userId = row.user_id
    await lockFactors(tx, userId)
    if ((await methodsOf(tx, userId)).length === 0) throw ticketOver()
    if (!(await takeCode(tx, secrets, userId, code))) return null
    await useTicket(tx, ticket)
    const method = kindOf(code)
    if (method === 'recovery-code')
      await appendEvents(tx, [
        { stream: `person:${userId}`, type: 'second-factor/recovery-code-used', payload: {}, userId },
      ])
    return openSession(tx, userId, times, { method, client })
  })
