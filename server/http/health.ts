import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { OpenedDatabase } from '../db/open.ts'
import { isUnavailable } from './unavailable.ts'

/** A slower database counts as unavailable. Below the usual probe timeout of orchestrators. */
const ANSWER_MS = 3_000

/**
 * Responds to probes. `live`: the process responds; otherwise restart it. `ready`: the database takes writes as well, and this node may
 * use it; otherwise send no requests. `/api/health` is readiness.
 */
export const healthRoutes = (
  app: FastifyInstance,
  { db, engine, problem }: Pick<OpenedDatabase, 'db' | 'engine' | 'problem'>,
  version: string,
  answerMs = ANSWER_MS,
): void => {
  // Of a full disk only writes that need room fail. Once one has, the next probe tries such a write.
  let isInDoubt = false
  app.addHook('onError', async (_request, _reply, error) => {
    if (isUnavailable(error)) isInDoubt = true
  })
  const tryWrite = async (): Promise<void> => {
    await sql`delete from idempotency_key where false`.execute(db)
    if (!isInDoubt) return
    await db.transaction().execute((tx) => ROOM.execute(tx))
    isInDoubt = false
  }

  app.get('/api/health/live', async () => ({ status: 'ok', version }))
  for (const url of ['/api/health', '/api/health/ready'])
    app.get(url, async (request, reply) => {
      const reason = problem()
      if (reason !== null) return reply.status(503).send({ status: 'unavailable', version, database: engine, reason })
      try {
        await within(answerMs, tryWrite)
        return { status: 'ok', version, database: engine }
      } catch (error) {
        request.log.warn({ err: error }, 'not ready: the database does not answer, or takes no writes')
        return reply.status(503).send({ status: 'unavailable', version, database: engine })
      }
    })
}

/** Takes a megabyte and gives it back. */
const ROOM = sql`create temp table room on commit drop as select md5(n::text) as words from generate_series(1, 20000) n`

const within = async (ms: number, act: () => Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    await Promise.race([act(), late])
  } finally {
    clearTimeout(timer)
  }
}
