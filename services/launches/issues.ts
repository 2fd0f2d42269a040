import {
  createIssue,
  listIssueTargets,
  prepareIssue,
  readIssues,
  searchIssues,
  searchTrackerPeople,
  type NewIssue,
  type TrackerKey,
} from '../../contract/launches/issues.ts'
import type { Send } from '../http/http.ts'

interface TestPlace {
  projectKey: string
  launchId: number
  testId: number
}

/** Calls about issues of the connected trackers. */
export const createIssuesService = (send: Send) => ({
  /** At most `ISSUES_AT_ONCE`. */
  read: (projectKey: string, ids: readonly string[], isRefresh: boolean) =>
    send(readIssues, { params: { projectKey }, query: { id: [...ids], ...(isRefresh ? { refresh: 'true' } : {}) } }),
  search: (projectKey: string, q: string, signal: AbortSignal) =>
    send(searchIssues, { params: { projectKey }, query: { q }, signal }),
  prepare: (params: TestPlace, failureKeys: readonly string[]) =>
    send(prepareIssue, { params, query: { failureKey: [...failureKeys] } }),
  targets: (projectKey: string, tracker: TrackerKey, target = '', type = '') =>
    send(listIssueTargets, { params: { projectKey, tracker }, query: { target, type } }),
  people: (projectKey: string, tracker: TrackerKey, target: string, q: string, signal: AbortSignal) =>
    send(searchTrackerPeople, { params: { projectKey, tracker }, query: { target, q }, signal }),
  create: (params: TestPlace, issue: NewIssue, operationId: string, failureKeys: readonly string[]) =>
    send(createIssue, { params, body: { ...issue, operationId, failureKeys: [...failureKeys] } }),
})
