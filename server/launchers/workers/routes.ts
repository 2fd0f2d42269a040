import {
  createWorkerToken,
  deleteWorkerToken,
  listLaunchLimits,
  listWorkers,
  listWorkerTokens,
  updateLaunchLimit,
} from '../../../contract/launchers/workers.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { countQueued, readLimits, readWorkers, saveLimit } from './shares.ts'
import { createWorkerTokenOf, deleteWorkerTokenOf, listWorkerTokens as readTokens } from './tokens.ts'

/** Routes of workers, their tokens and the limits of projects, for administrators of the workspace. */
export const workerRoutes = (routes: Routes, { db, wake }: { db: Db; wake: () => void }): void => {
  routes.signedIn(listWorkers, async () => ({ items: await readWorkers(db), queued: await countQueued(db) }))
  routes.signedIn(listWorkerTokens, async () => ({ items: await readTokens(db) }))
  routes.signedIn(createWorkerToken, ({ caller, body }) => createWorkerTokenOf(db, caller, body))
  routes.signedIn(deleteWorkerToken, async ({ caller, params }) => {
    await deleteWorkerTokenOf(db, caller, params.workerTokenId)
    return {}
  })
  routes.signedIn(listLaunchLimits, async () => ({ items: await readLimits(db) }))
  routes.signedIn(updateLaunchLimit, async ({ caller, params, body }) => {
    const limit = await saveLimit(db, caller, params.projectId, body)
    wake()
    return limit
  })
}
