import type { z } from 'zod/mini'
import type { FieldFilter } from '../../contract/cases/filter.ts'
import { listProjectUsers } from '../../contract/exploratory/sessions.ts'
import { listCaseResults } from '../../contract/runs/results.ts'
import {
  adoptCaseVersion,
  assignRunCases,
  findRunCases,
  listRunCaseContents,
  listRunCases,
  openTestRun,
  type RunCase,
  type RunCaseContent,
} from '../../contract/runs/run-cases.ts'
import { getTestRun, updateTestRun } from '../../contract/runs/runs.ts'
import { getResultStatuses } from '../../contract/settings/result-statuses.ts'
import { listEffectiveVariables } from '../../contract/settings/variables.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Send } from '../http/http.ts'

type Assignment = z.infer<typeof assignRunCases.body>['assignments'][number]

/** Calls of the execution page. Results are sent as commands. */
export const createExecutionService = (send: Send) => {
  const partsSince = async (params: { projectKey: string; runId: number }, since: number, signal?: AbortSignal) => {
    const items: RunCase[] = []
    const removed = new Set<number>()
    let revision = Infinity
    for (let isLast = false; !isLast;) {
      const after = items.at(-1)?.place ?? -1
      const part = await send(listRunCases, { params, query: { after, since }, signal })
      items.push(...part.items)
      part.removed.forEach((caseId) => removed.add(caseId))
      // Reads again what changed during the read.
      revision = Math.min(revision, part.revision)
      isLast = part.isLast
    }
    return { items, removed: [...removed], revision }
  }
  return {
    open: async (projectKey: string, runId: number) => {
      const { cases, ...opened } = await send(openTestRun, { params: { projectKey, runId } })
      return { ...opened, ...cases }
    },
    /** A run with all its cases. */
    whole: async (projectKey: string, runId: number) => {
      const { cases, ...opened } = await send(openTestRun, { params: { projectKey, runId } })
      const items = [...cases.items]
      for (let { isLast } = cases; !isLast;) {
        const after = items.at(-1)?.place ?? -1
        const part = await send(listRunCases, { params: { projectKey, runId }, query: { after } })
        items.push(...part.items)
        isLast = part.isLast || part.items.length === 0
      }
      return { ...opened, items }
    },
    part: (projectKey: string, runId: number, after: number) =>
      send(listRunCases, { params: { projectKey, runId }, query: { after } }),
    changes: async (projectKey: string, runId: number, since: number, signal?: AbortSignal) => {
      const params = { projectKey, runId }
      const { data } = await send(getTestRun, { params, signal })
      return { run: data, ...(await partsSince(params, since, signal)) }
    },
    find: async (projectKey: string, runId: number, fields: readonly FieldFilter[], signal?: AbortSignal) => {
      const query = { filter: { fields: [...fields] } }
      const { caseIds } = await send(findRunCases, {
        params: { projectKey, runId },
        query,
        signal,
      })
      return caseIds
    },
    content: async (projectKey: string, runId: number, caseId: number): Promise<RunCaseContent | null> => {
      const { items } = await send(listRunCaseContents, { params: { projectKey, runId }, query: { caseId, limit: 1 } })
      return items[0] ?? null
    },
    /** Of the cases after index `after`. */
    contents: async (projectKey: string, runId: number, after: number, limit: number = LIMITS.runContentsAtOnce) =>
      send(listRunCaseContents, { params: { projectKey, runId }, query: { after, limit } }),
    results: async (projectKey: string, runId: number, caseId: number) =>
      (await send(listCaseResults, { params: { projectKey, runId, caseId } })).items,
    adopt: (projectKey: string, runId: number, caseId: number) =>
      send(adoptCaseVersion, { params: { projectKey, runId, caseId } }),
    assign: (projectKey: string, runId: number, assignments: Assignment[]) =>
      send(assignRunCases, { params: { projectKey, runId }, body: { assignments } }),
    /** Removes cases, or restores them with their results. */
    changeCases: (
      projectKey: string,
      runId: number,
      body: { addCases: { id: number; assigneeId: number | null }[]; removeCaseIds: number[] },
    ) => send(updateTestRun, { params: { projectKey, runId }, body }),
    /** `environmentId` null: of a run without an environment. */
    variables: async (projectKey: string, environmentId: number | null) =>
      (
        await send(listEffectiveVariables, {
          params: { projectKey },
          query: environmentId === null ? {} : { environmentId },
        })
      ).items,
    users: async (projectKey: string) => (await send(listProjectUsers, { params: { projectKey } })).items,
    statuses: async (projectKey: string) =>
      (await send(getResultStatuses, { params: { projectKey } })).data.resultStatuses,
  }
}
export type ExecutionService = ReturnType<typeof createExecutionService>
