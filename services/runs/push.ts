import { pushLaunchResults } from '../../contract/runs/push.ts'
import { listTestRuns } from '../../contract/runs/runs.ts'
import type { Send } from '../http/http.ts'

/** Calls that push launch results into a run. */
export const createPushService = (send: Send) => ({
  /** Open runs whose title contains these words, newest first. */
  openRuns: async (projectKey: string, q: string, signal?: AbortSignal) => {
    const { items, _meta } = await send(listTestRuns, {
      params: { projectKey },
      query: { q, closed: 'false', pageSize: 20 },
      signal,
    })
    return { items, hasMore: _meta.total > items.length }
  },
  push: async (projectKey: string, runId: number, launchIds: number[]) =>
    (await send(pushLaunchResults, { params: { projectKey, runId }, body: { launchIds } })).results,
})
