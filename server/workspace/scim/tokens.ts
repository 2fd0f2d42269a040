import type { z } from 'zod/mini'
import { PERMISSIONS } from '../../../contract/access.ts'
import { SCIM_TEXTS, type createScimToken, type ScimToken } from '../../../contract/workspace/scim.ts'
import type { Principal } from '../../access/principals.ts'
import { hashToken, newToken } from '../../access/tokens.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { forbidden, notFound } from '../../http/refusal.ts'
import { joinable } from '../users/create.ts'

const COLUMNS = ['id', 'name', 'group_id', 'created_at', 'last_used_at'] as const
const USED_MS = 60_000

interface Row {
  id: number
  name: string
  group_id: number | null
  created_at: Date
  last_used_at: Date | null
}

const tokenOf = (row: Row): ScimToken => ({
  id: row.id,
  name: row.name,
  groupId: row.group_id,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export const listTokens = async (db: Db): Promise<ScimToken[]> =>
  (await db.selectFrom('scim_token').select(COLUMNS).orderBy('id', 'desc').execute()).map(tokenOf)

/** `value` is what the directory is given; only its hash is stored. */
export const createToken = (
  db: Db,
  caller: Principal,
  { name, groupId }: z.infer<typeof createScimToken.body>,
): Promise<ScimToken & { value: string }> =>
  db.transaction().execute(async (tx) => {
    if (!caller.superAdmin) throw forbidden(SCIM_TEXTS.superAdminsOnly)
    const group_id = await joinable(tx, caller, groupId)
    const value = `scim_${newToken()}`
    const row = await tx
      .insertInto('scim_token')
      .values({ name, hash: hashToken(value), group_id })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    const payload = { id: row.id, name, groupId }
    await appendEvents(tx, [{ stream: 'workspace', type: 'scim-token/created', payload, personId: caller.personId }])
    return { ...tokenOf(row), value }
  })

/** Throws 404. */
export const deleteToken = (db: Db, caller: Principal, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await tx.deleteFrom('scim_token').where('id', '=', id).returning('name').executeTakeFirst()
    if (!row) throw notFound(SCIM_TEXTS.tokenUnknown)
    const payload = { id, name: row.name }
    await appendEvents(tx, [{ stream: 'workspace', type: 'scim-token/deleted', payload, personId: caller.personId }])
  })

/** A directory that makes a call. */
export interface Directory {
  tokenName: string
  /** Group of the users that it creates; null where that was deleted. */
  groupId: number | null
  /** Nobody in particular, with every right: tokens are made by super admins alone. */
  principal: Principal
}

/** Never remembered: a token that is revoked ends at once. */
export const directoryOf = async (db: Db, authorization: string | undefined): Promise<Directory | null> => {
  const [, token] = /^Bearer (\S{1,200})$/i.exec(authorization ?? '') ?? []
  if (token === undefined) return null
  const row = await db
    .selectFrom('scim_token')
    .select(['id', 'name', 'group_id', 'last_used_at'])
    .where('hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row) return null
  const now = Date.now()
  if (row.last_used_at === null || now - row.last_used_at.getTime() > USED_MS)
    await db
      .updateTable('scim_token')
      .set({ last_used_at: new Date(now) })
      .where('id', '=', row.id)
      .execute()
  const principal: Principal = {
    personId: 0,
    restriction: null,
    username: '',
    email: '',
    readOnly: false,
    superAdmin: true,
    permissions: PERMISSIONS,
    groupRole: 'ADMINISTRATOR',
    via: { scimTokenId: row.id },
    expiresAt: Number.POSITIVE_INFINITY,
  }
  return { tokenName: row.name, groupId: row.group_id, principal }
}
