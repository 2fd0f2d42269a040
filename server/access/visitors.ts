import { sql } from 'kysely'
import type { PublicResourceType } from '../../contract/public/resources.ts'
import type { Db, Tx } from '../db/open.ts'
import { hashToken } from './tokens.ts'

/** Visitor who entered the passcode of a public link: no user, may only read the shared resource. */
export interface Visitor {
  linkId: number
  projectId: number
  resource: { type: PublicResourceType; id: string }
}

/** Selects links that are neither revoked nor expired. */
export const activeLinks = (db: Db | Tx) =>
  db
    .selectFrom('public_link as k')
    .where('k.revoked_at', 'is', null)
    .where((where) => where.or([where('k.expires_at', 'is', null), where('k.expires_at', '>', sql<Date>`now()`)]))

/** Reads the link with each call, so that revocation is effective immediately. */
export const visitorByToken = async (db: Db, token: string): Promise<Visitor | null> => {
  const row = await activeLinks(db)
    .innerJoin('public_access as a', 'a.link_id', 'k.id')
    .select(['k.id', 'k.project_id', 'k.resource_type', 'k.resource_id'])
    .where('a.hash', '=', hashToken(token))
    .where('a.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!row) return null
  return { linkId: row.id, projectId: row.project_id, resource: { type: row.resource_type, id: row.resource_id } }
}
