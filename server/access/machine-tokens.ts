/** Tokens that super admins create for machines: directories (SCIM) and workers. They do not expire, and are revoked manually. */
import type { Db, Tx } from '../db/open.ts'
import { appendEvents } from '../db/events.ts'
import { notFound } from '../http/refusal.ts'
import { USED_MS } from './bearer-tokens.ts'
import type { Principal } from './principals.ts'
import { hashToken } from './tokens.ts'

export type MachineTokenTable = 'scim_token' | 'worker_token'

interface Row {
  id: number
  name: string
  created_at: Date
  last_used_at: Date | null
}

export const describeToken = (row: Row) => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** Throws 404 with `unknown`. */
export const revokeToken = (
  db: Db,
  table: MachineTokenTable,
  caller: Principal,
  { id, unknown }: { id: number; unknown: string },
): Promise<void> =>
  db.transaction().execute(async (tx: Tx) => {
    const row = await tx.deleteFrom(table).where('id', '=', id).returning('name').executeTakeFirst()
    if (!row) throw notFound(unknown)
    const type = table === 'scim_token' ? 'scim-token/deleted' : 'worker-token/deleted'
    const payload = { id, name: row.name }
    await appendEvents(tx, [{ stream: 'workspace', type, payload, userId: caller.userId }])
  })

/** Resolves with the token of an `Authorization` header, or null. Not cached: a revoked token is invalid immediately. */
export const bearerToken = async (
  db: Db,
  table: MachineTokenTable,
  authorization: string | undefined,
): Promise<{ id: number; name: string } | null> => {
  const [, token] = /^Bearer (\S{1,200})$/i.exec(authorization ?? '') ?? []
  if (token === undefined) return null
  const row = await db
    .selectFrom(table)
    .select(['id', 'name', 'last_used_at'])
    .where('hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row) return null
  const now = Date.now()
  if (row.last_used_at === null || now - row.last_used_at.getTime() > USED_MS)
    await db
      .updateTable(table)
      .set({ last_used_at: new Date(now) })
      .where('id', '=', row.id)
      .execute()
  return row
}
