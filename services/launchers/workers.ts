import type { z } from 'zod/mini'
import {
  createWorkerToken,
  deleteWorkerToken,
  listLaunchLimits,
  listWorkers,
  listWorkerTokens,
  updateLaunchLimit,
} from '../../contract/launchers/workers.ts'
import type { Send } from '../http/http.ts'

/** Workers that run launches, their tokens, and the limits of projects. */
export const createWorkersService = (send: Send) => ({
  /** Loads everything that the page shows, in parallel. */
  read: async () => {
    const [workers, tokens, limits] = await Promise.all([
      send(listWorkers),
      send(listWorkerTokens),
      send(listLaunchLimits),
    ])
    return { workers: workers.items, queued: workers.queued, tokens: tokens.items, limits: limits.items }
  },
  createToken: (body: z.infer<typeof createWorkerToken.body>) => send(createWorkerToken, { body }),
  deleteToken: (workerTokenId: number) => send(deleteWorkerToken, { params: { workerTokenId } }),
  saveLimit: (projectId: number, body: z.infer<typeof updateLaunchLimit.body>) =>
    send(updateLaunchLimit, { params: { projectId }, body }),
})
