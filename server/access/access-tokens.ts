import { TEXTS } from '../../contract/texts.ts'
import type { AccessToken, NewAccessToken, TokenScope } from '../../contract/workspace/profile.ts'
import { hashToken, newToken } from './tokens.ts'
import { appendEvents } from '../db/events.ts'
import type { Db, Tx } from '../db/open.ts'
import { notFound, wrongField } from '../http/refusal.ts'
import type { ProjectScope } from './principals.ts'
import { displayName } from './users.ts'

/** Selects the tokens that users create, newest first; `createdBy` is the name of the user who created a service account's. */
export const listTokens = async (db: Db, userId: number): Promise<(AccessToken & { createdBy: string | null })[]> => {
  const rows = await db
    .selectFrom('access_token as t')
    .leftJoin('project as p', 'p.id', 't.project_id')
    .leftJoin('workspace_user as c', 'c.id', 't.created_by')
    .select(['t.id', 't.name', 't.scope', 't.created_at', 't.expires_at', 't.last_used_at'])
    .select(['p.key as project_key', 'p.name as project_name', displayName('c').as('created_by')])
    .where('t.user_id', '=', userId)
    .where('t.purpose', '=', 'user')
    .orderBy('t.id', 'desc')
    .execute()
  return rows.map(({ created_by: createdBy, ...row }) => ({ ...tokenOf(row), createdBy }))
}

/** Returns the requested expiry; null for none. Throws 400 for one in the past. */
export const futureExpiry = ({ expiresAt = null }: Pick<NewAccessToken, 'expiresAt'>): string | null => {
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) throw wrongField('expiresAt', TEXTS.tokenDatePast)
  return expiresAt
}

/** A new access token of a user or a service account. */
interface RequestedToken {
  name: string
  expiresAt: string | null
  scope?: TokenScope | undefined
  project?: ProjectScope | null
  /** The user who creates a token of a service account. */
  createdBy?: number
}

/** Creates a token. `value` is the token for agents, of which only a hash is stored. Unattended set-up may provide it. */
export const createToken = (
  db: Db,
  userId: number,
  requested: RequestedToken,
  value?: string,
): Promise<AccessToken & { value: string }> =>
  db.transaction().execute((tx) => createTokenIn(tx, userId, requested, value))

/** `createToken` in the caller's transaction. */
export const createTokenIn = async (
  tx: Tx,
  userId: number,
  { name, expiresAt, scope = 'manage', project = null, createdBy }: RequestedToken,
  value = `assay_${newToken()}`,
): Promise<AccessToken & { value: string }> => {
  const row = await tx
    .insertInto('access_token')
    .values({
      user_id: userId,
      name,
      hash: hashToken(value),
      expires_at: expiresAt,
      scope,
      project_id: project?.id ?? null,
      created_by: createdBy ?? null,
    })
    .returning(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'])
    .executeTakeFirstOrThrow()
  const payload = { id: row.id, name }
  await appendEvents(tx, [
    { stream: `person:${userId}`, type: 'access-token/created', payload, userId: createdBy ?? userId },
  ])
  return { ...tokenOf({ ...row, project_key: project?.key ?? null, project_name: project?.name ?? null }), value }
}

/** Throws 404, also for another user's token. `by`: the user who deletes it, by default its own. */
export const deleteToken = async (db: Db, userId: number, id: number, by = userId): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom('access_token')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw notFound('This access token does not exist')
    await appendEvents(tx, [
      { stream: `person:${userId}`, type: 'access-token/deleted', payload: { id, name: row.name }, userId: by },
    ])
  })

/** Deletes a user's access tokens, and the tokens that agents obtained with them. `by`: the user who does, by default their own. */
export const deleteTokensOf = async (tx: Tx, userId: number, by = userId): Promise<void> => {
  const rows = await tx.deleteFrom('access_token').where('user_id', '=', userId).returning(['id', 'name']).execute()
  await appendEvents(
    tx,
    rows.map((payload) => ({ stream: `person:${userId}`, type: 'access-token/deleted', payload, userId: by })),
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
