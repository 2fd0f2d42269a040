import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenSession } from '../../contract/session/session.ts'
import type { Config } from '../config.ts'
import { clearReadCookies, setReadCookies } from '../access/read-cookies.ts'
import type { Opened } from './sessions.ts'

const COOKIE = 'assay_refresh'

/** Sets, clears and reads the cookies of a session. */
export const refreshCookie = (config: Pick<Config, 'PUBLIC_URL' | 'SESSION_DAYS'>) => {
  // Not readable by scripts, not sent by other sites, and only sent where sessions are renewed.
  const cookie = {
    path: '/api/session',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.PUBLIC_URL.startsWith('https:'),
  } as const
  const maxAge = config.SESSION_DAYS * 86_400
  return {
    /** Sets the cookies and returns the response body. */
    answer: (reply: FastifyReply, { session, refreshToken, stored }: Opened): OpenSession => {
      reply.setCookie(COOKIE, refreshToken, { ...cookie, maxAge })
      setReadCookies(reply, stored, { secure: cookie.secure, maxAge })
      return session
    },
    clear: (reply: FastifyReply): void => {
      reply.clearCookie(COOKIE, cookie)
      clearReadCookies(reply)
    },
    tokenOf: (request: FastifyRequest): string | undefined => request.cookies[COOKIE],
  }
}
