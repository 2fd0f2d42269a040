import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooManyAttempts } from './attempts.ts'
import { networkOf } from './network.ts'

/**
 * Returns a check that limits the calls per network address on this server, before their bodies are read. Each server counts separately.
 * Throws 429.
 */
export const createSlowDown = (app: FastifyInstance, perMinute: number) => {
  const perAddress = app.createRateLimit({
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip),
  })
  return async (request: FastifyRequest): Promise<void> => {
    const { isAllowed, ...used } = await perAddress(request)
    if (!isAllowed && 'isExceeded' in used && used.isExceeded) throw tooManyAttempts(used.ttl)
  }
}
