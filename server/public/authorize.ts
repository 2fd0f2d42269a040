import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { ERROR_CODES } from '../../contract/errors.ts'
import { PUBLIC_ACCESS_MINUTES, type authorizePublicAccess } from '../../contract/public/public-access.ts'
import { PUBLIC_TEXTS } from '../../contract/public/texts.ts'
import { hashToken, newToken } from '../access/tokens.ts'
import { activeLinks } from '../access/visitors.ts'
import type { Db } from '../db/open.ts'
import { Refusal } from '../http/refusal.ts'
import { isPassword } from '../secrets/passwords.ts'
import { nameOfResource } from './resources.ts'

export interface Opened {
  linkId: number
  projectId: number
  token: string
  expiresAt: Date
}

const unknownLink = () => new Refusal(404, ERROR_CODES.publicResourceNotFound, PUBLIC_TEXTS.linkUnknown)

/**
 * Resolves with a new token for the shared resource, and counts the visit. Throws 404 for a link not in force, 403 for a wrong passcode.
 */
export const openLink = async (
  db: Db,
  { resourceType, token: key, passcode }: z.infer<typeof authorizePublicAccess.body>,
): Promise<Opened> => {
  const link = await activeLinks(db)
    .select(['k.id', 'k.project_id', 'k.resource_id', 'k.passcode_hash', 'k.expires_at'])
    .where('k.key', '=', key)
    .where('k.resource_type', '=', resourceType)
    .executeTakeFirst()
  const shared = link && (await nameOfResource(db, link.project_id, { resourceType, resourceId: link.resource_id }))
  if (!link || shared === undefined) throw unknownLink()
  if (!(await isPassword(link.passcode_hash, passcode)))
    throw new Refusal(403, ERROR_CODES.wrongPasscode, PUBLIC_TEXTS.wrongPasscode)
  const token = newToken()
  const latest = Date.now() + PUBLIC_ACCESS_MINUTES * 60_000
  const expiresAt = new Date(Math.min(latest, link.expires_at?.getTime() ?? latest))
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('public_link')
      .set({ visits: sql<number>`visits + 1`, last_visit_at: new Date() })
      .where('id', '=', link.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    // The link was revoked while the passcode was checked.
    if (numUpdatedRows === 0n) throw unknownLink()
    await tx
      .insertInto('public_access')
      .values({ hash: hashToken(token), link_id: link.id, expires_at: expiresAt })
      .execute()
  })
  return { linkId: link.id, projectId: link.project_id, token, expiresAt }
}
