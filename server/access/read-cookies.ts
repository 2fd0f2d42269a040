import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { principalOf, type Principal } from './principals.ts'
import { groupsOf } from './groups.ts'
import type { Db } from '../db/open.ts'
import { restrictionOf } from './restriction.ts'

/**
 * Cookies that represent a session where only cookies can be sent. Each is limited to one path and grants only read access there. The one
 * for pages is also sent when a link on another site is followed, so that the server can render the page.
 */
const COOKIES = {
  /** Images, videos and downloads. */
  files: { name: 'assay_files', path: '/api/files', sameSite: 'strict' },
  /** Documents of project pages. */
  pages: { name: 'assay_pages', path: '/projects', sameSite: 'lax' },
} as const

export type ReadPurpose = keyof typeof COOKIES

const PURPOSES = Object.keys(COOKIES) as ReadPurpose[]

const proofOf = (secret: Buffer, purpose: ReadPurpose): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url')

export const setReadCookies = (
  reply: FastifyReply,
  session: { id: string; secret: Buffer },
  options: { secure: boolean; maxAge: number },
): void => {
  for (const purpose of PURPOSES) {
    const { name, path, sameSite } = COOKIES[purpose]
    reply.setCookie(name, `${session.id}.${proofOf(session.secret, purpose)}`, {
      path,
      httpOnly: true,
      sameSite,
      ...options,
    })
  }
}

export const clearReadCookies = (reply: FastifyReply): void => {
  for (const { name, path } of Object.values(COOKIES)) reply.clearCookie(name, { path })
}

/** Returns whether the cookie is present, valid or not. */
export const hasReadCookie = (request: FastifyRequest, purpose: ReadPurpose): boolean =>
  request.cookies[COOKIES[purpose].name] !== undefined

/** Returns the principal of an active session; null without a valid cookie. */
export const readCookie = async (db: Db, request: FastifyRequest, purpose: ReadPurpose): Promise<Principal | null> => {
  const [id = '', proof = ''] = (request.cookies[COOKIES[purpose].name] ?? '').split('.')
  if (!/^[0-9a-f-]{36}$/i.test(id) || proof === '') return null
  const row = await db
    .selectFrom('session as s')
    .innerJoin('workspace_user as p', 'p.id', 's.user_id')
    .select(['s.secret', 's.expires_at', 'p.id', 'p.username', 'p.email', 'p.read_only', groupsOf('p').as('groups')])
    .select(restrictionOf().as('restriction'))
    .where('s.id', '=', id)
    .where('p.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!row || row.restriction !== null || row.expires_at.getTime() <= Date.now()) return null
  const expected = Buffer.from(proofOf(row.secret, purpose))
  const given = Buffer.from(proof)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  return principalOf(row, { sessionId: id }, row.expires_at.getTime())
}
