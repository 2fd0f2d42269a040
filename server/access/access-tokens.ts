import type { AccessToken, TokenScope } from '../../contract/workspace/profile.ts'
import { hashToken, newToken } from './tokens.ts'
import { appendEvents } from '../db/events.ts'
import type { Db, Tx } from '../db/open.ts'
import { notFound } from '../http/refusal.ts'
import type { ProjectScope } from './principals.ts'

export const listTokens = async (db: Db, userId: number): Promise<AccessToken[]> => {
  const rows = await db
    .selectFrom('access_token as t')
    .leftJoin('project as p', 'p.id', 't.project_id')
    .select(['t.id', 't.name', 't.scope', 't.created_at', 't.expires_at', 't.last_used_at'])
    .select(['p.key as project_key', 'p.name as project_name'])
    .where('t.user_id', '=', userId)
    .where('t.purpose', '=', 'user')
    .orderBy('t.id', 'desc')
    .execute()
  return rows.map(tokenOf)
}

/** Creates a token. `value` is the token for agents, of which only a hash is stored. Unattended set-up may provide it. */
export const createToken = async (
  db: Db,
  userId: number,
  requested: { name: string; expiresAt: string | null; scope?: TokenScope; project?: ProjectScope | null },
  value = `assay_${newToken()}`,
): Promise<AccessToken & { value: string }> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('access_token')
      .values({
        user_id: userId,
        name: requested.name,
        hash: hashToken(value),
        expires_at: requested.expiresAt,
        scope: requested.scope ?? 'manage',
        project_id: requested.project?.id ?? null,
      })
      .returning(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'])
      .executeTakeFirstOrThrow()
    await appendEvents(tx, [
      { stream: `person:${userId}`, type: 'access-token/created', payload: { id: row.id, name: row.name }, userId },
    ])
    const { key = null, name = null } = requested.project ?? {}
    return { ...tokenOf({ ...row, project_key: key, project_name: name }), value }
  })

/** Throws 404, also for another user's token. */
export const deleteToken = async (db: Db, userId: number, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom('access_token')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw notFound('This access token does not exist')
    await appendEvents(tx, [
      { stream: `person:${userId}`, type: 'access-token/deleted', payload: { id, name: row.name }, userId },
    ])
  })

/** Deletes a user's access tokens, and the tokens that agents obtained with them. */
export const deleteTokensOf = async (tx: Tx, userId: number): Promise<void> => {
  const rows = await tx.deleteFrom('access_token').where('user_id', '=', userId).returning(['id', 'name']).execute()
  await appendEvents(
    tx,
    rows.map((payload) => ({ stream: `person:${userId}`, type: 'access-token/deleted', payload, userId })),
  )
}

const tokenOf = (row: {
  id: number
  name: string
  scope: string
  project_key: string | null
  project_name: string | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}): AccessToken => ({
  id: row.id,
  name: row.name,
  scope: row.scope as TokenScope,
  project:
    row.project_key === null || row.project_name === null ? null : { key: row.project_key, name: row.project_name },
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
