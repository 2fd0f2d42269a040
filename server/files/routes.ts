import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ATTACHMENT_FILES } from '../../contract/cases/attachments.ts'
import { EXPLORATORY_FILES } from '../../contract/exploratory/files.ts'
import { RUN_FILES } from '../../contract/runs/files.ts'
import { inProject, inProjectOf } from '../access/authorise.ts'
import type { Principal, Principals } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import { notFound, unauthorised } from '../http/refusal.ts'
import { readCookie } from '../access/read-cookies.ts'
import { sendFile, sendOrRedirect } from './send.ts'
import type { FileStore } from './store.ts'

/** The id of an uploaded file. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const LOGOS = '/api/files/logos'

/** Returns the URL of a project's logo. Another picture has another URL, so that browsers can cache each forever. */
export const logoPath = (projectKey: string, hash: string): string =>
  `${LOGOS}/${encodeURIComponent(projectKey)}/${hash}`

const PHOTOS = '/api/files/photos'

/** Returns the URL of a user's uploaded photo; another photo has another URL. */
export const photoPath = (userId: number, hash: string): string => `${PHOTOS}/${userId}/${hash}`

const WORKSPACE_LOGOS = '/api/files/workspace-logos'

/** Returns the URL of the workspace's logo. */
export const workspaceLogoPath = (hash: string): string => `${WORKSPACE_LOGOS}/${hash}`

const PROVIDER_LOGOS = '/api/files/provider-logos'

/** Returns the URL of an identity provider's logo. */
export const providerLogoPath = (providerId: number, hash: string): string => `${PROVIDER_LOGOS}/${providerId}/${hash}`

/**
 * Serves uploaded files to users who may read their launch. Pictures and videos in a page cannot send a token: a cookie that is valid for
 * files only identifies the session. Uploaded content cannot run in the application's origin: the server determines the content type,
 * disables sniffing, and sandboxes documents.
 */
export const fileRoutes = (
  app: FastifyInstance,
  { db, principals, files }: { db: Db; principals: Principals; files: FileStore },
): void => {
  const callerOf = async (request: FastifyRequest): Promise<Principal> => {
    const token = request.headers.authorization?.split(' ').at(-1)
    const caller = token ? await principals.byToken(token) : await readCookie(db, request, 'files')
    if (!caller || caller.restriction !== null || caller.limit?.scope === 'report')
      throw unauthorised('Sign in to open files')
    return caller
  }

  app.get(`${LOGOS}/:projectKey/:hash`, async (request, reply) => {
    const { projectKey, hash } = request.params as { projectKey: string; hash: string }
    const project = await inProject(principals, await callerOf(request), projectKey, 'project:read')
    const file = await db
      .selectFrom('project as p')
      .innerJoin('file as f', 'f.hash', 'p.logo_hash')
      .select(['f.hash', 'f.size_bytes', 'f.content_type'])
      .where('p.id', '=', project.id)
      .where('f.hash', '=', hash)
      .executeTakeFirst()
    if (!file) throw notFound('The logo does not exist')
    return sendFile(request, reply, files, { name: `${projectKey} logo`, ...file })
  })

  // All signed-in users may see photos of users, which appear in lists and histories.
  app.get(`${PHOTOS}/:userId/:hash`, async (request, reply) => {
    const { userId, hash } = request.params as { userId: string; hash: string }
    await callerOf(request)
    const file = await db
      .selectFrom('workspace_user as p')
      .innerJoin('file as f', 'f.hash', 'p.photo_hash')
      .select(['p.username', 'f.hash', 'f.size_bytes', 'f.content_type'])
      .where('f.hash', '=', hash)
      .where('p.photo_url', '=', `${PHOTOS}/${userId}/${hash}`)
      .executeTakeFirst()
    if (!file) throw notFound('The photo does not exist')
    return sendFile(request, reply, files, { name: `${file.username} photo`, ...file })
  })

  // The sign-in page shows it, so that no session is required.
  app.get(`${PROVIDER_LOGOS}/:providerId/:hash`, { config: { isOpen: true } }, async (request, reply) => {
    const { providerId, hash } = request.params as { providerId: string; hash: string }
    const file = /^\d{1,15}$/.test(providerId)
      ? await db
          .selectFrom('identity_provider as p')
          .innerJoin('file as f', 'f.hash', 'p.logo_hash')
          .select(['p.name', 'f.hash', 'f.size_bytes', 'f.content_type'])
          .where('p.id', '=', Number(providerId))
          .where('f.hash', '=', hash)
          .executeTakeFirst()
      : undefined
    if (!file) throw notFound('The logo does not exist')
    return sendFile(request, reply, files, { ...file, name: `${file.name} logo` })
  })

  // The sign-in page shows it, so that no session is required.
  app.get(`${WORKSPACE_LOGOS}/:hash`, { config: { isOpen: true } }, async (request, reply) => {
    const { hash } = request.params as { hash: string }
    const file = await db
      .selectFrom('workspace as w')
      .innerJoin('file as f', 'f.hash', 'w.logo_hash')
      .select(['w.name', 'f.hash', 'f.size_bytes', 'f.content_type'])
      .where('f.hash', '=', hash)
      .executeTakeFirst()
    if (!file) throw notFound('The logo does not exist')
    return sendFile(request, reply, files, { ...file, name: `${file.name} logo` })
  })

  app.get(`${ATTACHMENT_FILES}/:id/*`, async (request, reply) => {
    const { id } = request.params as { id: string }
    const caller = await callerOf(request)
    if (!UUID.test(id)) throw notFound('The file does not exist')
    const file = await db
      .selectFrom('attachment as a')
      .innerJoin('file as f', 'f.hash', 'a.file_hash')
      .innerJoin('project as p', 'p.id', 'a.project_id')
      .select(['a.name', 'f.hash', 'f.size_bytes', 'f.content_type', 'p.key'])
      .where('a.id', '=', id)
      .executeTakeFirst()
    if (!file) throw notFound('The file does not exist')
    await inProjectOf(principals, caller, file.key, 'cases:read', 'The file does not exist')
    return sendOrRedirect(request, reply, files, file)
  })

  app.get(`${EXPLORATORY_FILES}/:id/*`, async (request, reply) => {
    const { id } = request.params as { id: string }
    const caller = await callerOf(request)
    if (!UUID.test(id)) throw notFound('The file does not exist')
    const file = await db
      .selectFrom('observation_file as o')
      .innerJoin('file as f', 'f.hash', 'o.file_hash')
      .innerJoin('project as p', 'p.id', 'o.project_id')
      .select(['o.name', 'f.hash', 'f.size_bytes', 'f.content_type', 'p.key'])
      .where('o.id', '=', id)
      .executeTakeFirst()
    if (!file) throw notFound('The file does not exist')
    await inProjectOf(principals, caller, file.key, 'exploratory:read', 'The file does not exist')
    return sendOrRedirect(request, reply, files, file)
  })

  app.get(`${RUN_FILES}/:id/*`, async (request, reply) => {
    const { id } = request.params as { id: string }
    const caller = await callerOf(request)
    if (!UUID.test(id)) throw notFound('The file does not exist')
    const file = await db
      .selectFrom('observation_file as o')
      .innerJoin('file as f', 'f.hash', 'o.file_hash')
      .innerJoin('project as p', 'p.id', 'o.project_id')
      .select(['o.name', 'f.hash', 'f.size_bytes', 'f.content_type', 'p.key'])
      .where('o.id', '=', id)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('test_run_result_file as u').select('u.file_id').whereRef('u.file_id', '=', 'o.id')),
      )
      .executeTakeFirst()
    if (!file) throw notFound('The file does not exist')
    await inProjectOf(principals, caller, file.key, 'runs:read', 'The file does not exist')
    return sendOrRedirect(request, reply, files, file)
  })

  // A wildcard, because a name can be longer than a route parameter may be; it is only for display.
  app.get('/api/files/:publicId/*', async (request, reply) => {
    const { publicId } = request.params as { publicId: string }
    const caller = await callerOf(request)
    if (!UUID.test(publicId)) throw notFound('The file does not exist')
    const file = await db
      .selectFrom('artifact as a')
      .innerJoin('file as f', 'f.hash', 'a.file_hash')
      .innerJoin('launch as l', 'l.id', 'a.launch_id')
      .innerJoin('project as p', 'p.id', 'l.project_id')
      .select(['a.name', 'f.hash', 'f.size_bytes', 'f.content_type', 'p.key'])
      .where('a.public_id', '=', publicId)
      .executeTakeFirst()
    if (!file) throw notFound('The file does not exist')
    await inProjectOf(principals, caller, file.key, 'launches:read', 'The file does not exist')
    return sendOrRedirect(request, reply, files, file)
  })
}
