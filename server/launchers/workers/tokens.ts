import type { z } from 'zod/mini'
import { WORKER_TEXTS, type createWorkerToken, type WorkerToken } from '../../../contract/launchers/workers.ts'
import type { Principal } from '../../access/principals.ts'
import { hashToken, newToken } from '../../access/tokens.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { forbidden, notFound } from '../../http/refusal.ts'

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at'] as const
const USED_MS = 60_000

interface Row {
  id: number
  name: string
  created_at: Date
  last_used_at: Date | null
}

const describe = (row: Row): WorkerToken => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export const listWorkerTokens = async (db: Db): Promise<WorkerToken[]> =>
  (await db.selectFrom('worker_token').select(COLUMNS).orderBy('id', 'desc').execute()).map(describe)

/** `value` is what the worker is given; only its hash is stored. */
export const createWorkerTokenOf = (
  db: Db,
  caller: Principal,
  { name }: z.infer<typeof createWorkerToken.body>,
): Promise<WorkerToken & { value: string }> =>
  db.transaction().execute(async (tx) => {
    if (!caller.superAdmin) throw forbidden(WORKER_TEXTS.superAdminsOnly)
    const value = `worker_${newToken()}`
    const row = await tx
      .insertInto('worker_token')
      .values({ name, hash: hashToken(value), created_by: caller.personId })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    const payload = { id: row.id, name }
    await appendEvents(tx, [{ stream: 'workspace', type: 'worker-token/created', payload, personId: caller.personId }])
    return { ...describe(row), value }
  })

/** Throws 404. Workers that use it end what they run, and are asked nothing more. */
export const deleteWorkerTokenOf = (db: Db, caller: Principal, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await tx.deleteFrom('worker_token').where('id', '=', id).returning('name').executeTakeFirst()
    if (!row) throw notFound(WORKER_TEXTS.tokenUnknown)
    const payload = { id, name: row.name }
    await appendEvents(tx, [{ stream: 'workspace', type: 'worker-token/deleted', payload, personId: caller.personId }])
  })

/** The token that a worker comes in with; null for one that is unknown. Never remembered: one that is revoked ends at once. */
export const tokenOf = async (db: Db, authorization: string | undefined): Promise<number | null> => {
  const [, token] = /^Bearer (\S{1,200})$/i.exec(authorization ?? '') ?? []
  if (token === undefined) return null
  const row = await db
    .selectFrom('worker_token')
    .select(['id', 'last_used_at'])
    .where('hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row) return null
  const now = Date.now()
  if (row.last_used_at === null || now - row.last_used_at.getTime() > USED_MS)
    await db
      .updateTable('worker_token')
      .set({ last_used_at: new Date(now) })
      .where('id', '=', row.id)
      .execute()
  return row.id
}

/** Whether a worker came in with this token, or is new. */
export const belongsTo = async (db: Db, worker: string, tokenId: number): Promise<boolean> => {
  const row = await db.selectFrom('launch_worker').select('token_id').where('id', '=', worker).executeTakeFirst()
  return row === undefined || row.token_id === tokenId
}
