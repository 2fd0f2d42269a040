import { listRunCaseContents, type RunCaseContent } from '../../../contract/runs/run-cases.ts'
import type { Send } from '../../../services/http/http.ts'
import type { OfflineRuns } from '../../../store/offline-runs/offline-runs.ts'
import { contentOrCopy } from './offline-runs.ts'

/** Number of cases that are prefetched after the open one. */
const AHEAD = 25

/** Full cases of one run, cached and prefetched, so that the next case opens immediately. */
export const createContents = (send: Send, projectKey: string, runId: number, offlineRuns: OfflineRuns) => {
  const params = { projectKey, runId }
  const read = async (caseId: number): Promise<RunCaseContent | null> =>
    (await send(listRunCaseContents, { params, query: { caseId, limit: 1 } })).items[0] ?? null
  const known = new Map<number, RunCaseContent>()
  const underway = new Map<number, Promise<RunCaseContent | null>>()
  let isReadingAhead = false
  return {
    peek: (caseId: number): RunCaseContent | null => known.get(caseId) ?? null,
    /** Resolves with null for a case that was removed from the run. */
    load: (caseId: number): Promise<RunCaseContent | null> => {
      const held = known.get(caseId)
      if (held !== undefined) return Promise.resolve(held)
      const reading =
        underway.get(caseId) ??
        contentOrCopy(offlineRuns, runId, caseId, () => read(caseId))
          .then((content) => {
            if (content !== null) known.set(caseId, content)
            return content
          })
          .finally(() => underway.delete(caseId))
      underway.set(caseId, reading)
      return reading
    },
    /** Prefetches the cases after a position, unless the next one is cached. */
    readAhead: async (place: number, nextId: number | undefined): Promise<void> => {
      if (nextId === undefined || known.has(nextId) || isReadingAhead) return
      isReadingAhead = true
      try {
        const { items } = await send(listRunCaseContents, { params, query: { after: place, limit: AHEAD } })
        for (const { place: _, ...content } of items) if (!known.has(content.caseId)) known.set(content.caseId, content)
      } catch {
        // The load on opening reports the failure.
      } finally {
        isReadingAhead = false
      }
    },
    /** Drops a case after its version in the run changed. */
    replace: (content: RunCaseContent): void => void known.set(content.caseId, content),
  }
}
export type Contents = ReturnType<typeof createContents>
