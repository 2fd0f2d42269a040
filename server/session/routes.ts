import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_CODES } from '../../contract/errors.ts'
import {
  createWorkspace,
  forgotPassword,
  getWelcome,
  renewSession as renewSessionCall,
  resetPassword,
  signIn,
  signOut,
} from '../../contract/session.ts'
import type { Principals } from '../access/principals.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import type { Mailer } from '../mail/mailer.ts'
import { foundWorkspace } from '../workspace/found.ts'
import { answerAhead } from './ahead.ts'
import { clearReadCookies, setReadCookies } from './read-cookies.ts'
import { isPassword } from './passwords.ts'
import { requestReset, resetByToken } from './reset.ts'
import { endSession, openSession, renewSession, type Opened } from './sessions.ts'

const COOKIE = 'assay_refresh'

interface Parts {
  db: Db
  config: Config
  principals: Principals
  mailer: Mailer
}

export const sessionRoutes = (
  app: FastifyInstance,
  routes: Routes,
  { db, config, principals, mailer }: Parts,
): void => {
  // Read by scripts never, sent by other sites never, and only where sessions are renewed.
  const cookie = {
    path: '/api/session',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.PUBLIC_URL.startsWith('https:'),
  } as const
  const maxAge = config.SESSION_DAYS * 86_400
  const answer = (reply: FastifyReply, { session, refreshToken, stored }: Opened) => {
    reply.setCookie(COOKIE, refreshToken, { ...cookie, maxAge })
    setReadCookies(reply, stored, { secure: cookie.secure, maxAge })
    return session
  }
  // Each asks for a guess at a secret, or sends mail: slowed down by the caller's address, and by the name that is tried.
  const perAddress = app.createRateLimit({ max: config.SIGN_IN_ATTEMPTS, timeWindow: '1 minute' })
  const perName = app.createRateLimit({
    max: config.SIGN_IN_ATTEMPTS,
    timeWindow: '1 minute',
    keyGenerator: (request: FastifyRequest) => {
      const { login, email } = (request.body ?? {}) as { login?: unknown; email?: unknown }
      return `name:${JSON.stringify(login ?? email ?? '').toLowerCase()}`
    },
  })
  const slowDown = (limit: typeof perAddress) => async (request: FastifyRequest) => {
    const { isAllowed, ...used } = await limit(request)
    if (!isAllowed && 'isExceeded' in used && used.isExceeded)
      throw new Refusal(429, ERROR_CODES.tooMany, `Too many attempts: try again in ${used.ttlInSeconds} s`)
  }
  // The address is known before the body is read, the name only after.
  const slowDownAddress = slowDown(perAddress)
  const slowDownName = slowDown(perName)

  routes.open(getWelcome, async () => {
    const workspace = await db.selectFrom('workspace').select('name').executeTakeFirst()
    return { empty: workspace === undefined, workspaceName: workspace?.name ?? null, mail: mailer.kind }
  })

  routes.open(
    createWorkspace,
    async ({ body, reply, request }) => {
      await slowDownName(request)
      const personId = await foundWorkspace(db, body)
      principals.forget()
      return answer(reply, await openSession(db, personId, config))
    },
    slowDownAddress,
  )

  routes.open(
    signIn,
    async ({ body, reply, request }) => {
      await slowDownName(request)
      const login = body.login.toLowerCase()
      const person = await db
        .selectFrom('person')
        .select(['id', 'password_hash'])
        .where(({ eb, fn, or }) =>
          or([eb(fn('lower', ['username']), '=', login), eb(fn('lower', ['email']), '=', login)]),
        )
        .executeTakeFirst()
      const matches = await isPassword(person?.password_hash ?? null, body.password)
      if (!person || !matches)
        throw new Refusal(401, ERROR_CODES.wrongCredentials, 'Username, e-mail or password is wrong')
      return answer(reply, await openSession(db, person.id, config))
    },
    slowDownAddress,
  )

  routes.open(renewSessionCall, async ({ body, request, reply }) => {
    const refreshToken = request.cookies[COOKIE]
    if (!refreshToken) throw new Refusal(401, ERROR_CODES.renewalRefused, 'There is no session to renew')
    try {
      const session = answer(reply, await renewSession(db, refreshToken, config))
      if (!body.ahead?.length) return session
      return { ...session, ahead: await answerAhead(app, session.authToken, body.ahead) }
    } catch (error) {
      if (error instanceof Refusal) {
        reply.clearCookie(COOKIE, cookie)
        clearReadCookies(reply)
        principals.forget()
      }
      throw error
    }
  })

  routes.open(signOut, async ({ request, reply }) => {
    const refreshToken = request.cookies[COOKIE]
    reply.clearCookie(COOKIE, cookie)
    clearReadCookies(reply)
    const personId = refreshToken ? await endSession(db, refreshToken) : null
    if (personId !== null) principals.forget(personId)
    return {}
  })

  routes.open(
    forgotPassword,
    async ({ body, request }) => {
      await slowDownName(request)
      await requestReset(db, mailer, config.PUBLIC_URL, body.email, request.log)
      return { mail: mailer.kind }
    },
    slowDownAddress,
  )

  routes.open(
    resetPassword,
    async ({ body, request }) => {
      await slowDownName(request)
      principals.forget(await resetByToken(db, body.token, body.newPassword))
      return {}
    },
    slowDownAddress,
  )
}
