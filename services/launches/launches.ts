import {
  abortLaunch,
  deleteLaunch,
  getLaunch,
  getPassRateHistory,
  listLaunches,
  reviewLaunch,
  type LaunchesQuery,
} from '../../contract/launches/launches.ts'
import { getStability } from '../../contract/launches/test-stability.ts'
import { getTest, listTestHistory, listTestLogs, listTestSessions } from '../../contract/launches/test-details.ts'
import {
  getTestLabels,
  linkCauseIssue,
  linkIssue,
  listTests,
  markTests,
  searchTests,
  type Mark,
  type SeenTest,
  type TestsQuery,
} from '../../contract/launches/launch-tests.ts'
import { listLaunchEvents } from '../../contract/launches/launch-events.ts'
import { replayStream } from '../../contract/live.ts'
import type { Send } from '../http/http.ts'

/** Calls about launches, their tests and their live streams. */
export const createLaunchesService = (send: Send) => ({
  list: (projectKey: string, query: Partial<LaunchesQuery>, signal?: AbortSignal) =>
    send(listLaunches, { params: { projectKey }, query, signal }),
  get: (projectKey: string, launchId: number) => send(getLaunch, { params: { projectKey, launchId } }),
  passRateHistory: (projectKey: string, launchId: number) =>
    send(getPassRateHistory, { params: { projectKey, launchId } }),
  /** `expected`: the comment that the author saw. */
  review: (projectKey: string, launchId: number, comment: string, expected: string, notify: boolean) =>
    send(reviewLaunch, {
      params: { projectKey, launchId },
      body: { comment, notify, expected: { comment: expected } },
    }),
  abort: (projectKey: string, launchId: number, comment: string) =>
    send(abortLaunch, { params: { projectKey, launchId }, body: { comment } }),
  delete: (projectKey: string, launchId: number) => send(deleteLaunch, { params: { projectKey, launchId } }),

  tests: (projectKey: string, launchId: number, query: Partial<TestsQuery>, signal?: AbortSignal) =>
    send(listTests, { params: { projectKey, launchId }, query, signal }),
  /** `q`: at least `TEST_SEARCH_LEAST` characters. */
  findTests: (projectKey: string, q: string, limit: number) =>
    send(searchTests, { params: { projectKey }, query: { q, limit } }),
  stability: (projectKey: string, launchId: number, testIds: readonly number[]) =>
    send(getStability, { params: { projectKey, launchId }, query: { testId: testIds.map(String) } }),
  testLabels: (projectKey: string, launchId: number) => send(getTestLabels, { params: { projectKey, launchId } }),
  mark: (projectKey: string, launchId: number, seen: readonly SeenTest[], status: Mark) =>
    send(markTests, {
      params: { projectKey, launchId },
      body: { ids: seen.map(({ id }) => id), status, seen: [...seen] },
    }),
  linkIssue: (projectKey: string, launchId: number, seen: readonly SeenTest[], issueId: string | null) =>
    send(linkIssue, {
      params: { projectKey, launchId },
      body: { ids: seen.map(({ id }) => id), issueId, seen: [...seen] },
    }),
  linkCauseIssue: (projectKey: string, launchId: number, failureKey: string, issueId: string) =>
    send(linkCauseIssue, { params: { projectKey, launchId, failureKey }, body: { issueId } }),
  sessions: (projectKey: string, launchId: number, testId: number) =>
    send(listTestSessions, { params: { projectKey, launchId, testId } }),
  test: (projectKey: string, launchId: number, testId: number) =>
    send(getTest, { params: { projectKey, launchId, testId } }),
  testLogs: (projectKey: string, launchId: number, testId: number, query: { attempt?: number; pageToken?: string }) =>
    send(listTestLogs, { params: { projectKey, launchId, testId }, query }),
  testHistory: (projectKey: string, launchId: number, testId: number) =>
    send(listTestHistory, { params: { projectKey, launchId, testId } }),

  /** Events of its tests, oldest first; `after`: cursor from `next`. */
  events: (projectKey: string, launchId: number, after: number, signal?: AbortSignal) =>
    send(listLaunchEvents, { params: { projectKey, launchId }, query: { after }, signal }),
  replay: (projectKey: string, stream: string, after: number) =>
    send(replayStream, { params: { projectKey, stream }, query: { after } }),
})
export type LaunchesService = ReturnType<typeof createLaunchesService>
