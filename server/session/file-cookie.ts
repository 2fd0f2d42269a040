import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../access/principals.ts'
import type { Db } from '../db/open.ts'

/** Stands for a session where only a cookie can: pictures, films and downloads. Sent to files and to nothing else. */
const COOKIE = 'assay_files'

const proofOf = (secret: Buffer): string => createHmac('sha256', secret).update('files').digest('base64url')

export const setFileCookie = (
  reply: FastifyReply,
  session: { id: string; secret: Buffer },
  options: { secure: boolean; maxAge: number },
): void => {
  reply.setCookie(COOKIE, `${session.id}.${proofOf(session.secret)}`, {
    path: '/api/files',
    httpOnly: true,
    sameSite: 'strict',
    ...options,
  })
}

export const clearFileCookie = (reply: FastifyReply): void => {
  reply.clearCookie(COOKIE, { path: '/api/files' })
}

/** The person of a session that has not ended; null without a cookie that is in force. */
export const readFileCookie = async (db: Db, request: FastifyRequest): Promise<Principal | null> => {
  const [id = '', proof = ''] = (request.cookies[COOKIE] ?? '').split('.')
  if (!/^[0-9a-f-]{36}$/i.test(id) || proof === '') return null
  const row = await db
    .selectFrom('session as s')
    .innerJoin('person as p', 'p.id', 's.person_id')
    .select(['s.secret', 's.expires_at', 'p.id', 'p.username', 'p.email', 'p.read_only', 'p.owner', 'p.permissions'])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!row || row.expires_at.getTime() <= Date.now()) return null
  const wanted = Buffer.from(proofOf(row.secret))
  const given = Buffer.from(proof)
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return null
  return {
    personId: row.id,
    username: row.username,
    email: row.email,
    readOnly: row.read_only,
    owner: row.owner,
    permissions: row.permissions,
    via: { sessionId: id },
    expiresAt: row.expires_at.getTime(),
  }
}
