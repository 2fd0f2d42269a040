import type { z } from 'zod/mini'
import {
  assignRunsToMilestone,
  closeTestRun,
  closeTestRuns,
  createTestRun,
  deleteTestRun,
  deleteTestRuns,
  getRerun,
  getTestRun,
  listTestRuns,
  updateTestRun,
} from '../../contract/runs/runs.ts'
import { mailTestRunReport, type ReportMail } from '../../contract/runs/report-mail.ts'
import { getTestRunReport } from '../../contract/runs/report.ts'
import { assignRunCases, listRunCases, type RunCase } from '../../contract/runs/run-cases.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Send } from '../http/http.ts'
import { createProjectChoicesService } from '../projects/choices.ts'

type ListQuery = Partial<z.infer<typeof listTestRuns.query>>

/** Calls of lists and editors of test runs. */
export const createTestRunsService = (send: Send) => ({
  ...createProjectChoicesService(send),
  list: (projectKey: string, query: ListQuery, signal?: AbortSignal) =>
    send(listTestRuns, { params: { projectKey }, query, signal }),
  get: async (projectKey: string, runId: number) => (await send(getTestRun, { params: { projectKey, runId } })).data,
  report: async (projectKey: string, runId: number) =>
    (await send(getTestRunReport, { params: { projectKey, runId } })).data,
  mailReport: (projectKey: string, runId: number, body: ReportMail) =>
    send(mailTestRunReport, { params: { projectKey, runId }, body }),
  /** All cases, for the editor's selection. */
  cases: async (projectKey: string, runId: number): Promise<RunCase[]> => {
    const cases: RunCase[] = []
    for (;;) {
      const after = cases.at(-1)?.place ?? -1
      const { items, isLast } = await send(listRunCases, { params: { projectKey, runId }, query: { after } })
      cases.push(...items)
      if (isLast || items.length === 0) return cases
    }
  },
  rerun: async (projectKey: string, runId: number) => (await send(getRerun, { params: { projectKey, runId } })).data,
  create: async (projectKey: string, body: z.input<typeof createTestRun.body>) =>
    (await send(createTestRun, { params: { projectKey }, body })).data,
  update: async (projectKey: string, runId: number, body: z.input<typeof updateTestRun.body>) =>
    (await send(updateTestRun, { params: { projectKey, runId }, body })).data,

  /** Resolves with the number of skipped cases that a user has reassigned meanwhile. */
  assign: async (
    projectKey: string,
    runId: number,
    assignments: { caseId: number; assigneeId: number | null; seenAssigneeId: number | null }[],
  ): Promise<number> => {
    let skippedCases = 0
    for (let at = 0; at < assignments.length; at += LIMITS.casesPerPart) {
      const { skipped } = await send(assignRunCases, {
        params: { projectKey, runId },
        body: { assignments: assignments.slice(at, at + LIMITS.casesPerPart) },
      })
      skippedCases += skipped.filter(({ reason }) => reason === 'assigned-meanwhile').length
    }
    return skippedCases
  },

  close: async (projectKey: string, runId: number) =>
    (await send(closeTestRun, { params: { projectKey, runId } })).data,
  closeAll: (projectKey: string, ids: number[]) => send(closeTestRuns, { params: { projectKey }, body: { ids } }),
  delete: (projectKey: string, runId: number) => send(deleteTestRun, { params: { projectKey, runId } }),
  deleteAll: (projectKey: string, ids: number[]) => send(deleteTestRuns, { params: { projectKey }, body: { ids } }),
  /** `seen`: runs with their milestones, as the user saw them. */
  assignToMilestone: (
    projectKey: string,
    seen: { id: number; milestoneId: number | null }[],
    milestoneId: number | null,
  ) =>
    send(assignRunsToMilestone, {
      params: { projectKey },
      body: { ids: seen.map(({ id }) => id), milestoneId, seen },
    }),
})
