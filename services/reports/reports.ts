import { getDurationAnalysis, getLaunchSlowdown, type DurationAnalysisQuery } from '../../contract/reports/durations.ts'
import { getExecutionSummary, type ExecutionSummaryQuery } from '../../contract/reports/execution-summary.ts'
import type { Send } from '../http/http.ts'

/** Reports on the launches of a project. */
export const createReportsService = (send: Send) => ({
  summary: (projectKey: string, query: ExecutionSummaryQuery, signal?: AbortSignal) =>
    send(getExecutionSummary, { params: { projectKey }, query, signal }),
  durations: (projectKey: string, query: DurationAnalysisQuery, signal?: AbortSignal) =>
    send(getDurationAnalysis, { params: { projectKey }, query, signal }),
  slowdown: (projectKey: string, launchId: number, signal?: AbortSignal) =>
    send(getLaunchSlowdown, { params: { projectKey, launchId }, signal }),
})
