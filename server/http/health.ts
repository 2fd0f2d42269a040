import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { OpenedDatabase } from '../db/open.ts'

/** A slower database counts as unavailable. Below the usual probe timeout of orchestrators. */
const ANSWER_MS = 3_000

/**
 * Responds to probes. `live`: the process responds; otherwise restart it. `ready`: the database responds as well, and this node may use it;
 * otherwise send no requests. `/api/health` is readiness.
 */
export const healthRoutes = (
  app: FastifyInstance,
  { db, engine, problem }: Pick<OpenedDatabase, 'db' | 'engine' | 'problem'>,
  version: string,
  answerMs = ANSWER_MS,
): void => {
  app.get('/api/health/live', async () => ({ status: 'ok', version }))
  for (const url of ['/api/health', '/api/health/ready'])
    app.get(url, async (request, reply) => {
      const reason = problem()
      if (reason !== null) return reply.status(503).send({ status: 'unavailable', version, database: engine, reason })
      try {
        await within(answerMs, () => sql`select 1`.execute(db))
        return { status: 'ok', version, database: engine }
      } catch (error) {
        request.log.warn({ err: error }, 'not ready: the database does not answer')
        return reply.status(503).send({ status: 'unavailable', version, database: engine })
      }
    })
}

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
