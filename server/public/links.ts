import { randomInt } from 'node:crypto'
import type { z } from 'zod/mini'
import {
  MAX_PUBLIC_LINKS,
  type createPublicLink,
  type PublicLink,
  type SharedResource,
} from '../../contract/public/public-links.ts'
import { publicPath } from '../../contract/public/resources.ts'
import { PUBLIC_TEXTS } from '../../contract/public/texts.ts'
import type { Principal, ProjectScope } from '../access/principals.ts'
import { appendEvents } from '../db/events.ts'
import { LOCKS, lockUntilEnd } from '../db/locks.ts'
import type { Db, Tx } from '../db/open.ts'
import { conflict, notFound, wrongField } from '../http/refusal.ts'
import { nameOfResource, requireResource } from './resources.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Excludes characters that are confused when a passcode is read out. */
const LEGIBLE = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const randomText = (characters: string, length: number): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('')

/** 142 bits. */
const newKey = () => randomText(BASE62, 24)
/** 69 bits, protected by a slow hash. */
export const newPasscode = (): string => randomText(LEGIBLE, 12)

interface Place {
  db: Db
  project: ProjectScope
  publicUrl: string
}

/** Resolves with the links that are not revoked, newest first. */
export const readLinks = async (
  { db, project, publicUrl }: Omit<Place, 'db'> & { db: Db | Tx },
  { resourceType, resourceId }: SharedResource,
): Promise<PublicLink[]> => {
  const rows = await db
    .selectFrom('public_link as k')
    .leftJoin('workspace_user as p', 'p.id', 'k.created_by')
    .select(['k.id', 'k.key', 'k.created_at', 'k.expires_at', 'k.visits', 'k.last_visit_at', 'p.username'])
    .where('k.project_id', '=', project.id)
    .where('k.resource_type', '=', resourceType)
    .where('k.resource_id', '=', resourceId)
    .where('k.revoked_at', 'is', null)
    .orderBy('k.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    url: publicUrl + publicPath(resourceType, row.key),
    createdBy: row.username === null ? null : { username: row.username },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    visits: row.visits,
    lastVisitAt: row.last_visit_at?.toISOString() ?? null,
  }))
}

export const createLink = (
  { db, project, publicUrl }: Place,
  caller: Principal,
  { expiresAt, ...resource }: z.infer<typeof createPublicLink.body>,
  passcodeHash: string,
): Promise<PublicLink> => {
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) throw wrongField('expiresAt', PUBLIC_TEXTS.expiryPast)
  const { resourceType, resourceId } = resource
  return db.transaction().execute(async (tx) => {
    // Serializes creations for one resource, so that the limit holds.
    await lockUntilEnd(tx, LOCKS.publicLinks, `${resourceType}:${resourceId}`)
    const name = await requireResource(tx, project.id, resource)
    const links = await readLinks({ db: tx, project, publicUrl }, resource)
    if (links.length >= MAX_PUBLIC_LINKS) throw conflict(PUBLIC_TEXTS.tooManyLinks(MAX_PUBLIC_LINKS))
    const { id } = await tx
      .insertInto('public_link')
      .values({
        project_id: project.id,
        resource_type: resourceType,
        resource_id: resourceId,
        key: newKey(),
        passcode_hash: passcodeHash,
        created_by: caller.userId,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await appendEvents(tx, [
      eventOf('public-link/created', id, project, caller, { name, resourceType, resourceId, expiresAt }),
    ])
    const link = (await readLinks({ db: tx, project, publicUrl }, resource)).find((one) => one.id === id)
    if (!link) throw new Error('the link is not among those of what it shares')
    return link
  })
}

/** `mayShare`: throws unless the caller may share the link's resource. */
export const revokeLink = (
  { db, project }: Pick<Place, 'db' | 'project'>,
  caller: Principal,
  linkId: number,
  mayShare: (resource: SharedResource) => void,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('public_link')
      .set({ revoked_at: new Date() })
      .where('id', '=', linkId)
      .where('project_id', '=', project.id)
      .where('revoked_at', 'is', null)
      .returning(['resource_type', 'resource_id'])
      .executeTakeFirst()
    if (!row) throw notFound(PUBLIC_TEXTS.linkUnknown)
    const resource = { resourceType: row.resource_type, resourceId: row.resource_id }
    mayShare(resource)
    const name = await nameOfResource(tx, project.id, resource)
    await appendEvents(tx, [eventOf('public-link/revoked', linkId, project, caller, { name, ...resource })])
  })

const eventOf = (type: string, id: number, project: ProjectScope, caller: Principal, payload: object) => ({
  stream: `public-link:${id}`,
  type,
  payload: { id, ...payload },
  projectId: project.id,
  userId: caller.userId,
})
