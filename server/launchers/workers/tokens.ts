import type { z } from 'zod/mini'
import { WORKER_TEXTS, type createWorkerToken, type WorkerToken } from '../../../contract/launchers/workers.ts'
import { bearerToken, describeToken, revokeToken } from '../../access/machine-tokens.ts'
import type { Principal } from '../../access/principals.ts'
import { hashToken, newToken } from '../../access/tokens.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { forbidden } from '../../http/refusal.ts'

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at'] as const

export const listWorkerTokens = async (db: Db): Promise<WorkerToken[]> =>
  (await db.selectFrom('worker_token').select(COLUMNS).orderBy('id', 'desc').execute()).map(describeToken)

/** `value` is given to the worker; only its hash is stored. */
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
      .values({ name, hash: hashToken(value), created_by: caller.userId })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    const payload = { id: row.id, name }
    await appendEvents(tx, [{ stream: 'workspace', type: 'worker-token/created', payload, userId: caller.userId }])
    return { ...describeToken(row), value }
  })

/** Throws 404. Workers with this token end their runs, and their calls are rejected. */
export const deleteWorkerTokenOf = (db: Db, caller: Principal, id: number): Promise<void> =>
  revokeToken(db, 'worker_token', caller, { id, unknown: WORKER_TEXTS.tokenUnknown })

/** Resolves with the id of a worker's token; null for an unknown one. */
export const tokenOf = async (db: Db, authorization: string | undefined): Promise<number | null> =>
  (await bearerToken(db, 'worker_token', authorization))?.id ?? null

/** Resolves with whether a worker registered with this token, or is new. */
export const belongsTo = async (db: Db, worker: string, tokenId: number): Promise<boolean> => {
  const row = await db.selectFrom('launch_worker').select('token_id').where('id', '=', worker).executeTakeFirst()
  return row === undefined || row.token_id === tokenId
}
