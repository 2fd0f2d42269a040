import type { FastifyInstance } from 'fastify'
import { beginPasskeySignIn, signInByPasskey } from '../../../contract/session/passkeys.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { accountKey } from '../accounts.ts'
import type { Attempts } from '../../http/limits/attempts.ts'
import { clientOf } from '../client.ts'
import { refreshCookie } from '../refresh-cookie.ts'
import { userOfTicket, useTicket } from '../second-step.ts'
import { openSession, wrongCredentials } from '../sessions.ts'
import { logRefusal, type SigningIn } from '../sign-in-log.ts'
import { createSlowDown } from '../../http/limits/slow-down.ts'
import { assertionOptions, verifyAssertion } from './assertion.ts'
import { relyingPartyOf, requireAvailable } from './relying-party.ts'

interface Parts {
  db: Db
  config: Config
  codeAttempts: Attempts
}

/** Sign-in with a passkey, instead of the password or after it. */
export const passkeySignInRoutes = (
  app: FastifyInstance,
  routes: Routes,
  { db, config, codeAttempts }: Parts,
): void => {
  const { answer } = refreshCookie(config)
  const rp = relyingPartyOf(config)
  const slowDownAddress = createSlowDown(app, config.SIGN_IN_ATTEMPTS * 10)
  const userIn = async (ticket: string | undefined) => (ticket === undefined ? null : userOfTicket(db, ticket))

  routes.open(
    beginPasskeySignIn,
    async ({ body }) => {
      requireAvailable(rp)
      return { options: await assertionOptions(db, rp, await userIn(body.ticket)) }
    },
    slowDownAddress,
  )

  routes.open(
    signInByPasskey,
    async ({ body: { ticket, assertion }, request, reply }) => {
      const awaited = await userIn(ticket)
      // Passkeys cannot be guessed; this limits the server's work. An unknown credential counts as an account of its own.
      const account = awaited === null ? `passkey:${assertion.id}` : accountKey(awaited)
      const attempt = codeAttempts.begin({ account, address: request.ip })
      const how: SigningIn = {
        method: ticket === undefined ? 'passkey' : 'password-and-passkey',
        client: clientOf(request),
      }
      const { userId, isRight } = await verifyAssertion(db, rp, assertion, awaited)
      if (userId === null || !isRight) {
        await logRefusal(db, awaited ?? userId, how, request.log)
        throw wrongCredentials()
      }
      attempt.succeeded()
      const opened = await db.transaction().execute(async (tx) => {
        if (ticket !== undefined) await useTicket(tx, ticket)
        return openSession(tx, userId, config, how)
      })
      return answer(reply, opened)
    },
    slowDownAddress,
  )
}
