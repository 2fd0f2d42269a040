import { LIMITS } from '../../contract/limits.ts'
import { assignRunCases, listRunCases, type RunCase } from '../../contract/runs/run-cases.ts'
import type { Send } from '../http/http.ts'

interface InRun {
  projectKey: string
  runId: number
}

/** Reads all cases of a run, for the editor's selection. */
export const allRunCases = async (send: Send, params: InRun): Promise<RunCase[]> => {
  const cases: RunCase[] = []
  for (;;) {
    const after = cases.at(-1)?.place ?? -1
    const { items, isLast } = await send(listRunCases, { params, query: { after } })
    cases.push(...items)
    if (isLast || items.length === 0) return cases
  }
}

/** Assigns cases in parts. Resolves with the number of skipped cases that a user has reassigned meanwhile. */
export const assignCases = async (
  send: Send,
  params: InRun,
  assignments: { caseId: number; assigneeId: number | null; seenAssigneeId: number | null }[],
): Promise<number> => {
  let skippedCases = 0
  for (let at = 0; at < assignments.length; at += LIMITS.casesPerPart) {
    const body = { assignments: assignments.slice(at, at + LIMITS.casesPerPart) }
    const { skipped } = await send(assignRunCases, { params, body })
    skippedCases += skipped.filter(({ reason }) => reason === 'assigned-meanwhile').length
  }
  return skippedCases
}
