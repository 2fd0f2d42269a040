import type { FastifyInstance } from 'fastify'
import { ERROR_CODES } from '../../contract/errors.ts'
import { verifySecondFactor } from '../../contract/session/second-factor.ts'
import { SECURITY_TEXTS } from '../../contract/workspace/account-security-texts.ts'
import {
  createWorkspace,
  forgotPassword,
  getWelcome,
  renewSession as renewSessionCall,
  resetPassword,
  signIn,
  signOut,
} from '../../contract/session/session.ts'
import { providerLogoPath, workspaceLogoPath } from '../files/routes.ts'
import type { Principals } from '../access/principals.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { Refusal, wrongField } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Mailer } from '../mail/mailer.ts'
import { foundWorkspace } from './found-workspace.ts'
import { accountKey, findAccount } from './accounts.ts'
import { answerAhead } from '../http/answer-ahead.ts'
import { clientOf } from './client.ts'
import { createAttempts, type Attempts } from '../http/limits/attempts.ts'
import { refreshCookie } from './refresh-cookie.ts'
import { isPassword } from '../secrets/passwords.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { accountOfLink, requestReset, resetByToken } from './reset.ts'
import { logRefusal, type SigningIn } from './sign-in-log.ts'
import { kindOf } from './second-factor.ts'
import { issueTicket, openByCode, userOfTicket } from './second-step.ts'
import { logoutUrlOf } from './sso/logout.ts'
import { createSlowDown } from '../http/limits/slow-down.ts'
import { endSession, openSession, renewSession, wrongCredentials } from './sessions.ts'

interface Parts {
  db: Db
  config: Config
  principals: Principals
  mailer: Mailer
  /** Limits guesses at passwords across all routes. */
  passwordAttempts: Attempts
  /** Limits guesses at second factor codes across all routes. */
  codeAttempts: Attempts
  secrets: Secrets
}

export const sessionRoutes = (
  app: FastifyInstance,
  routes: Routes,
  { db, config, principals, mailer, passwordAttempts, codeAttempts, secrets }: Parts,
): void => {
  const { answer, clear, tokenOf } = refreshCookie(config)
  // Requesting links and using them have separate limits, so neither blocks signing in.
  const linkAttempts = createAttempts(config.SIGN_IN_ATTEMPTS)
  const resetAttempts = createAttempts(config.SIGN_IN_ATTEMPTS)
  // Guesses are limited by account once the body is known.
  const slowDownAddress = createSlowDown(app, config.SIGN_IN_ATTEMPTS * 10)

  const running = new Set<Promise<void>>()
  /** Tracks work that continues after its response; closing the server awaits it. */
  const afterAnswer = async (work: Promise<void>): Promise<void> => {
    running.add(work)
    await work.finally(() => running.delete(work))
  }
  app.addHook('onClose', async () => void (await Promise.all(running)))

  routes.open(getWelcome, async () => {
    const workspace = await db.selectFrom('workspace').select(['name', 'features', 'logo_hash']).executeTakeFirst()
    const identityProviders = workspace?.features.includes('saml-sso')
      ? await db.selectFrom('identity_provider').select(['id', 'name', 'logo_hash']).orderBy('name').execute()
      : []
    return {
      empty: workspace === undefined,
      workspaceName: workspace?.name ?? null,
      workspaceLogoUrl: workspace?.logo_hash ? workspaceLogoPath(workspace.logo_hash) : null,
      mail: mailer.kind,
      passkeys: relyingPartyOf(config).isAvailable,
      identityProviders: identityProviders.map(({ id, name, logo_hash: hash }) => ({
        id,
        name,
        logoUrl: hash === null ? null : providerLogoPath(id, hash),
      })),
    }
  })

  routes.open(
    createWorkspace,
    async ({ body, reply, request }) => {
      const userId = await foundWorkspace(db, body)
      principals.forget()
      return answer(reply, await openSession(db, userId, config, { method: 'set-up', client: clientOf(request) }))
    },
    slowDownAddress,
  )

  routes.open(
    signIn,
    async ({ body, reply, request }) => {
      const { key, user } = await findAccount(db, body.login)
      const attempt = passwordAttempts.begin({ account: key, address: request.ip })
      const matches = await isPassword(user?.password_hash ?? null, body.password)
      const how: SigningIn = { method: 'password', client: clientOf(request) }
      if (!user || !matches) {
        void afterAnswer(logRefusal(db, user?.id ?? null, how, request.log))
        throw wrongCredentials()
      }
      attempt.succeeded()
      return (await issueTicket(db, user)) ?? answer(reply, await openSession(db, user.id, config, how))
    },
    slowDownAddress,
  )

  routes.open(
    verifySecondFactor,
    async ({ body, reply, request }) => {
      const userId = await userOfTicket(db, body.ticket)
      const attempt = codeAttempts.begin({ account: accountKey(userId), address: request.ip })
      const client = clientOf(request)
      const opened = await openByCode(db, secrets, body, { times: config, client })
      if (opened === null) {
        void afterAnswer(logRefusal(db, userId, { method: kindOf(body.code), client }, request.log))
        throw wrongField('code', SECURITY_TEXTS.wrongCode)
      }
      attempt.succeeded()
      return answer(reply, opened)
    },
    slowDownAddress,
  )

  routes.open(renewSessionCall, async ({ body, request, reply }) => {
    const refreshToken = tokenOf(request)
    if (!refreshToken) throw new Refusal(401, ERROR_CODES.renewalRefused, 'There is no session to renew')
    try {
      const session = answer(reply, await renewSession(db, refreshToken, config, clientOf(request)))
      if (!body.ahead?.length) return session
      return { ...session, ahead: await answerAhead(app, session.authToken, body.ahead) }
    } catch (error) {
      if (error instanceof Refusal) {
        clear(reply)
        principals.forget()
      }
      throw error
    }
  })

  routes.open(signOut, async ({ request, reply }) => {
    const refreshToken = tokenOf(request)
    clear(reply)
    if (!refreshToken) return { logoutUrl: null }
    const logoutUrl = await logoutUrlOf(db, refreshToken, secrets, config)
    const userId = await endSession(db, refreshToken)
    if (userId !== null) principals.forget(userId)
    return { logoutUrl }
  })

  routes.open(
    forgotPassword,
    async ({ body, request, reply }) => {
      const { key } = await findAccount(db, body.email)
      linkAttempts.begin({ account: key, address: request.ip })
      // Responds first: the following work takes longer, and can fail, if the address is known.
      await reply.send({ mail: mailer.kind })
      await afterAnswer(
        requestReset(db, mailer, config.PUBLIC_URL, body.email, request.log).catch((error: unknown) => {
          request.log.error({ err: error }, 'the link for a new password could not be made')
        }),
      )
      return { mail: mailer.kind }
    },
    slowDownAddress,
  )

  routes.open(
    resetPassword,
    async ({ body, request }) => {
      const account = await accountOfLink(db, body.token)
      const attempt = resetAttempts.begin({ account, address: request.ip })
      principals.forget(await resetByToken(db, { ...body, revokesTokens: body.revokeAccessTokens ?? false }))
      attempt.succeeded()
      return {}
    },
    slowDownAddress,
  )
}
