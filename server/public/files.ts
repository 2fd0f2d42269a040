import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicResourceType } from '../../contract/public/resources.ts'
import type { Principals } from '../access/principals.ts'
import type { Visitor } from '../access/visitors.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { UUID } from '../files/routes.ts'
import { sendOrRedirect, type StoredFile } from '../files/send.ts'
import type { FileStore } from '../files/store.ts'
import { notFound, unauthorised } from '../http/refusal.ts'
import type { Opened } from './authorize.ts'

const COOKIE = 'assay_public'
const placeOf = (linkId: number | string): string => `/api/public/links/${linkId}/files`

/** Returns the base path of a link's files, without a trailing slash. */
export const publicFiles = (linkId: number): string => placeOf(linkId)

/** Returns the public URL of a file of the application; other URLs are unchanged. */
export const publicFileUrl = (linkId: number, url: string): string =>
  url.startsWith('/api/files/') ? url.replace('/api/files', publicFiles(linkId)) : url

/** Sets a cookie for the link's files only, because pictures cannot send a token. */
export const setFilesCookie = (reply: FastifyReply, config: Pick<Config, 'PUBLIC_URL'>, opened: Opened): void => {
  reply.setCookie(COOKIE, opened.token, {
    path: placeOf(opened.linkId),
    httpOnly: true,
    sameSite: 'strict',
    secure: config.PUBLIC_URL.startsWith('https:'),
    expires: opened.expiresAt,
  })
}

type Find = (db: Db, visitor: Visitor, fileId: string) => Promise<StoredFile | undefined>

/** Reports of runs and plans have no files. */
const noFiles: Find = () => Promise.resolve(undefined)

/** Finds a file that belongs to the shared resource. */
const FIND: Record<PublicResourceType, Find> = {
  'test-run': noFiles,
  'test-plan': noFiles,
  launch: (db, { projectId, resource }, fileId) =>
    db
      .selectFrom('artifact as a')
      .innerJoin('file as f', 'f.hash', 'a.file_hash')
      .innerJoin('launch as l', 'l.id', 'a.launch_id')
      .select(['a.name', 'f.hash', 'f.size_bytes', 'f.content_type'])
      .where('a.public_id', '=', fileId)
      .where('l.id', '=', Number(resource.id))
      .where('l.project_id', '=', projectId)
      .executeTakeFirst(),
  'exploratory-session': (db, { projectId, resource }, fileId) =>
    db
      .selectFrom('observation_file as o')
      .innerJoin('file as f', 'f.hash', 'o.file_hash')
      .innerJoin('observation_file_use as u', 'u.file_id', 'o.id')
      .innerJoin('observation as n', 'n.id', 'u.observation_id')
      .select(['o.name', 'f.hash', 'f.size_bytes', 'f.content_type'])
      .where('o.id', '=', fileId)
      .where('n.session_id', '=', resource.id)
      .where('o.project_id', '=', projectId)
      .executeTakeFirst(),
}

export const publicFileRoutes = (
  app: FastifyInstance,
  { db, principals, files }: { db: Db; principals: Principals; files: FileStore },
): void => {
  const visitorOf = async (request: FastifyRequest, linkId: string): Promise<Visitor> => {
    const token = request.cookies[COOKIE]
    const visitor = token === undefined ? null : await principals.visitor(token)
    if (visitor === null || String(visitor.linkId) !== linkId) throw unauthorised('Open the public link first')
    return visitor
  }

  // A wildcard, because a name can be longer than a route parameter may be; it is only for display.
  app.get(`${placeOf(':linkId')}/:fileId/*`, async (request, reply) => {
    const { linkId, fileId } = request.params as { linkId: string; fileId: string }
    const visitor = await visitorOf(request, linkId)
    const file = UUID.test(fileId) ? await FIND[visitor.resource.type](db, visitor, fileId) : undefined
    if (!file) throw notFound('The file does not exist')
    return sendOrRedirect(request, reply, files, file, 'private, no-store')
  })
}
