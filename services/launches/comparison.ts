import { compareLaunches, type ComparisonQuery } from '../../contract/launches/comparison.ts'
import { listLaunches, LaunchesQuery } from '../../contract/launches/launches.ts'
import type { Send } from '../http/http.ts'

/** Calls that compare launches. */
export const createComparisonService = (send: Send) => ({
  compare: (projectKey: string, launchId: number, query: ComparisonQuery, signal?: AbortSignal) =>
    send(compareLaunches, { params: { projectKey, launchId }, query, signal }),
  /** Launches of the project whose name, number or labels match, newest first. */
  find: async (projectKey: string, q: string, signal?: AbortSignal) => {
    const { items, _meta } = await send(listLaunches, {
      params: { projectKey },
      query: LaunchesQuery.parse({ q }),
      signal,
    })
    return { items, hasMore: _meta.total > items.length }
  },
})
export type ComparisonService = ReturnType<typeof createComparisonService>
