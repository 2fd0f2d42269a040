import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { hashToken, newToken } from '../access/tokens.ts'
import type { Db } from '../db/open.ts'
import { appendEvents } from '../db/events.ts'
import { wrongField } from '../http/refusal.ts'
import type { Mailer } from '../mail/mailer.ts'
import { deleteTokensOf } from '../access/access-tokens.ts'
import { accountKey } from './accounts.ts'
import { requireAllowedPassword } from './password-rules.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { isUser } from '../access/users.ts'

const LINK_MINUTES = 60
/** Limit of valid links per account. It bounds the mails to its owner, independently of who requests them. */
const VALID_LINKS = 5

const linkOver = () => wrongField('token', 'This link was used already or is too old. Request a new one.')

/**
 * Mails a reset link to the user with this address, if there is one and it has not got several within the hour. Runs after the response, so that its duration and errors reveal
 * nothing. An unknown address causes the same database work: otherwise the caller's next call would be measurably faster.
 */
export const requestReset = async (
  db: Db,
  mailer: Mailer,
  publicUrl: string,
  email: string,
  log: FastifyBaseLogger,
): Promise<void> => {
  const token = newToken()
  const expiresAt = new Date(Date.now() + LINK_MINUTES * 60_000)
  const user = await db
    .with('asked', (one) =>
      one
        .selectFrom('workspace_user')
        .select(['id', 'email', 'username'])
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .where('source', '=', 'INTERNAL')
        .where('status', '=', 'ACTIVE')
        .where(isUser('workspace_user'))
        .where(
          (eb) =>
            eb
              .selectFrom('password_reset')
              .select(eb.fn.countAll<number>().as('links'))
              .whereRef('user_id', '=', 'workspace_user.id')
              .where('expires_at', '>', sql<Date>`now()`),
          '<',
          VALID_LINKS,
        ),
    )
    .with('link', (one) =>
      one
        .insertInto('password_reset')
        .columns(['hash', 'user_id', 'expires_at'])
        .expression((eb) =>
          eb
            .selectFrom('asked')
            .select([
              sql<Buffer>`${hashToken(token)}::bytea`.as('hash'),
              'id',
              sql<Date>`${expiresAt}::timestamptz`.as('expires_at'),
            ]),
        ),
    )
    .selectFrom('asked')
    .select(['email', 'username'])
    .executeTakeFirst()
  if (!user) return
  const text = [
    `Hello ${user.username},`,
    '',
    'somebody, hopefully you, asked for a new password. This link sets it:',
    '',
    `${publicUrl}/password/reset?token=${token}`,
    '',
    `It works once, for ${LINK_MINUTES} minutes. If it was not you, there is nothing to do: your password stays as it is.`,
  ].join('\n')
  // Not awaited: a hanging mail server must not delay shutdown.
  mailer.send({ to: user.email, subject: 'Set a new password', text }).catch((error: unknown) => {
    log.error({ err: error }, 'the mail with the link for a new password could not be sent')
  })
}

/** Returns the rate limit key of attempts with a link: its account, or the link itself if it is unknown. */
export const accountOfLink = async (db: Db, token: string): Promise<string> => {
  const hash = hashToken(token)
  const row = await db.selectFrom('password_reset').select('user_id').where('hash', '=', hash).executeTakeFirst()
  return row ? accountKey(row.user_id) : `link:${hash.toString('base64')}`
}

/**
 * Consumes the link, sets the password and ends all sessions of the user, whose id it returns; with `revokesTokens` it also deletes their
 * access tokens. Throws 400 at `token`.
 */
export const resetByToken = async (
  db: Db,
  { token, newPassword, revokesTokens }: { token: string; newPassword: string; revokesTokens: boolean },
): Promise<number> => {
  await requireAllowedPassword(db, newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .deleteFrom('password_reset')
      .where('hash', '=', hashToken(token))
      .returning(['user_id', 'expires_at'])
      .executeTakeFirst()
    if (!used || used.expires_at.getTime() <= Date.now()) throw linkOver()
    await tx.deleteFrom('password_reset').where('user_id', '=', used.user_id).execute()
    const active = await tx
      .updateTable('workspace_user')
      .set({ password_hash: passwordHash })
      .where('id', '=', used.user_id)
      .where('status', '=', 'ACTIVE')
      .where(isUser('workspace_user'))
      .returning('id')
      .executeTakeFirst()
    if (!active) throw linkOver()
    await tx.deleteFrom('session').where('user_id', '=', used.user_id).execute()
    if (revokesTokens) await deleteTokensOf(tx, used.user_id)
    await appendEvents(tx, [
      { stream: `person:${used.user_id}`, type: 'person/password-changed', payload: {}, userId: used.user_id },
    ])
    return used.user_id
  })
}
