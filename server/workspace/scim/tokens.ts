import type { z } from 'zod/mini'
import { PERMISSIONS } from '../../../contract/access.ts'
import { SCIM_TEXTS, type createScimToken, type ScimToken } from '../../../contract/workspace/scim.ts'
import { bearerToken, describeToken, revokeToken } from '../../access/machine-tokens.ts'
import type { Principal } from '../../access/principals.ts'
import { hashToken, newToken } from '../../access/tokens.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { forbidden } from '../../http/refusal.ts'
import { joinable } from '../users/create.ts'

const COLUMNS = ['id', 'name', 'group_id', 'created_at', 'last_used_at'] as const

type Row = Parameters<typeof describeToken>[0] & { group_id: number | null }

const tokenOf = (row: Row): ScimToken => ({ ...describeToken(row), groupId: row.group_id })

export const listTokens = async (db: Db): Promise<ScimToken[]> =>
  (await db.selectFrom('scim_token').select(COLUMNS).orderBy('id', 'desc').execute()).map(tokenOf)

/** Creates a token. `value` is the token for the directory, of which only a hash is stored. */
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
    await appendEvents(tx, [{ stream: 'workspace', type: 'scim-token/created', payload, userId: caller.userId }])
    return { ...tokenOf(row), value }
  })

/** Throws 404. */
export const deleteToken = (db: Db, caller: Principal, id: number): Promise<void> =>
  revokeToken(db, 'scim_token', caller, { id, unknown: SCIM_TEXTS.tokenUnknown })

/** A directory that makes a call. */
export interface Directory {
  tokenName: string
  /** Group of the users that it creates; null if that group was deleted. */
  groupId: number | null
  /** Principal with all rights and without a user: only super admins create tokens. */
  principal: Principal
}

/** Resolves with the directory of a token; null for an unknown one. */
export const directoryOf = async (db: Db, authorization: string | undefined): Promise<Directory | null> => {
  const token = await bearerToken(db, 'scim_token', authorization)
  if (token === null) return null
  const row = await db.selectFrom('scim_token').select('group_id').where('id', '=', token.id).executeTakeFirst()
  if (!row) return null
  const principal: Principal = {
    userId: 0,
    restriction: null,
    limit: null,
    username: '',
    email: '',
    readOnly: false,
    superAdmin: true,
    permissions: PERMISSIONS,
    groupRole: 'ADMINISTRATOR',
    via: { scimTokenId: token.id },
    expiresAt: Number.POSITIVE_INFINITY,
  }
  return { tokenName: token.name, groupId: row.group_id, principal }
}
