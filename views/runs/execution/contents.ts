import type { RunCaseContent } from '../../../contract/runs/run-cases.ts'
import type { ExecutionService } from '../../../services/runs/execution.ts'
import type { KeptRuns } from '../../../store/kept-runs/kept-runs.ts'
import { contentOrKept } from './kept-runs.ts'

/** So many cases behind the open one are read ahead. */
const AHEAD = 25

/** Cases of one run in full, read once and a few ahead, so that the next case is there when it is opened. */
export const createContents = (service: ExecutionService, projectKey: string, runId: number, keptRuns: KeptRuns) => {
  const known = new Map<number, RunCaseContent>()
  const underway = new Map<number, Promise<RunCaseContent | null>>()
  let isReadingAhead = false
  return {
    peek: (caseId: number): RunCaseContent | null => known.get(caseId) ?? null,
    /** Resolves with null for a case that has left the run. */
    load: (caseId: number): Promise<RunCaseContent | null> => {
      const held = known.get(caseId)
      if (held !== undefined) return Promise.resolve(held)
      const reading =
        underway.get(caseId) ??
        contentOrKept(keptRuns, runId, caseId, () => service.content(projectKey, runId, caseId))
          .then((content) => {
            if (content !== null) known.set(caseId, content)
            return content
          })
          .finally(() => underway.delete(caseId))
      underway.set(caseId, reading)
      return reading
    },
    /** Reads the cases behind a place, unless the next one is known. */
    readAhead: async (place: number, nextId: number | undefined): Promise<void> => {
      if (nextId === undefined || known.has(nextId) || isReadingAhead) return
      isReadingAhead = true
      try {
        const { items } = await service.contents(projectKey, runId, place, AHEAD)
        for (const { place: _, ...content } of items) if (!known.has(content.caseId)) known.set(content.caseId, content)
      } catch {
        // It is read when it is opened.
      } finally {
        isReadingAhead = false
      }
    },
    /** The run has a newer version of it. */
    replace: (content: RunCaseContent): void => void known.set(content.caseId, content),
  }
}
export type Contents = ReturnType<typeof createContents>
