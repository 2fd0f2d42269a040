/** Details of one test: attempts, sessions, log and history. */
import { z } from 'zod/mini'
import { callsOf, idInPath, pageSizeOf } from '../call.ts'
import { Artifact, inLaunch, ResultKind, TestStatus } from './launches.ts'
import { IssueSuggestion, LaunchTest } from './launch-tests.ts'
import { TestStability } from './test-stability.ts'

/** A browser or device session of a launch. */
export const TestSession = z.object({
  id: z.int(),
  sessionId: z.nullable(z.string()),
  status: z.enum(['RUNNING', 'COMPLETED', 'FAILED']),
  failureReason: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  browserVersion: z.nullable(z.string()),
  platform: z.nullable(z.string()),
  platformVersion: z.nullable(z.string()),
  device: z.nullable(z.string()),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  testIds: z.array(z.int()),
  artifacts: z.array(Artifact),
  capabilities: z.unknown(),
})
export type TestSession = z.infer<typeof TestSession>

export const inTest = { ...inLaunch, testId: idInPath }
export const InTest = z.object(inTest)

const testCalls = callsOf({
  path: '/api/projects/:projectKey/launches/:launchId/tests/:testId',
  params: InTest,
  read: { project: 'launches:read' },
  write: { project: 'launches:read' },
  feature: 'test-automation',
})

export const listTestSessions = testCalls.get('listTestSessions', 'The browser or device sessions that a test ran in', {
  path: '/sessions',
  answer: z.object({ items: z.array(TestSession) }),
})

/** One attempt at a test; retries and reruns add attempts. */
export const TestAttempt = z.object({
  attempt: z.int(),
  status: TestStatus,
  message: z.nullable(z.string()),
  startTime: z.string(),
  finishTime: z.nullable(z.string()),
  /** Its files without screenshots, which are in its log. Absent in answers that a browser stored with an earlier version. */
  artifacts: z._default(z.array(Artifact), []),
  /** Number of its steps, also of those beyond the limit. Absent in answers that a browser stored with an earlier version. */
  steps: z._default(z.int(), 0),
})
export type TestAttempt = z.infer<typeof TestAttempt>

export const getTest = testCalls.get('getTest', 'One test with its attempts, artifacts and sessions', {
  answer: z.object({
    test: LaunchTest,
    launchName: z.string(),
    launchNumber: z.int(),
    /** Full text of the failure. */
    stackTrace: z.nullable(z.string()),
    /** Suggested issue for a failed test without one. */
    suggestion: z.nullable(IssueSuggestion),
    correlationData: z.nullable(z.string()),
    attempts: z.array(TestAttempt),
    /** Links of the test, and the files of its last attempt. */
    artifacts: z.array(Artifact),
    sessions: z.array(TestSession),
    /** Previous and next test of the launch by start time. */
    previousId: z.nullable(z.int()),
    nextId: z.nullable(z.int()),
    stream: z.string(),
    sequence: z.int(),
  }),
})

export const LogLevel = z.enum(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'])
export type LogLevel = z.infer<typeof LogLevel>

/** One entry of a test's timeline: a log line or a screenshot. `at` is epoch ms. */
export const LogEntry = z.object({
  id: z.int(),
  kind: z.enum(['line', 'screenshot']),
  at: z.number(),
  level: z.nullable(LogLevel),
  message: z.nullable(z.string()),
  url: z.nullable(z.string()),
})
export type LogEntry = z.infer<typeof LogEntry>

const attempt = z.optional(z.pipe(z.coerce.number(), z.int32().check(z.minimum(1))))

/** In chronological order; entries with equal times in the order of arrival. */
export const listTestLogs = testCalls.get('listTestLogs', "A page of a test's log and screenshots", {
  path: '/logs',
  query: z.object({
    attempt,
    /** `nextPageToken` of the previous page. */
    pageToken: z.optional(z.string().check(z.maxLength(100))),
    maxPageSize: pageSizeOf(1000, 1000),
  }),
  answer: z.object({ items: z.array(LogEntry), nextPageToken: z.nullable(z.string()) }),
})

/** A step of an attempt, as its framework reported it. Fields that the report does not have are absent. */
export const TestStep = z.object({
  title: z.string(),
  /** Nesting level, 0 for a step without a parent. */
  depth: z.int(),
  /** Null when the report does not tell. */
  status: z.nullable(z.enum(['PASSED', 'FAILED', 'SKIPPED', 'BLOCKED', 'ABORTED'])),
  /** In the framework's words, as `hook`, `expect` or `test.step`. */
  category: z.optional(z.string()),
  /** Start, since that of the attempt. */
  startMs: z.optional(z.int()),
  durationMs: z.optional(z.int()),
  /** Where the test calls it, or where it is defined: `file:line` in most frameworks. */
  location: z.optional(z.string()),
  /** Parameters, a data table or a text, in lines. */
  details: z.optional(z.string()),
  /** Text of the failure, unless a step within it has the same. */
  error: z.optional(z.string()),
  /** Lines of code around the failure. */
  snippet: z.optional(z.string()),
})
export type TestStep = z.infer<typeof TestStep>

/** Depth first: the steps within a step follow it. */
export const listTestSteps = testCalls.get('listTestSteps', 'The steps of an attempt at a test, with their files', {
  path: '/steps',
  query: z.object({ attempt }),
  answer: z.object({
    items: z.array(TestStep),
    /** Number of steps beyond the limit, which are not stored. */
    omitted: z.int(),
    /** Files of steps; `step` is an index of `items`. */
    artifacts: z.array(z.extend(Artifact, { step: z.int() })),
  }),
})

/** Limits of the answer of `listBrowserErrors`: number of entries, and characters of a text, of an address and of a method. */
export const BROWSER_ERROR_LIMITS = { entries: 100, text: 2000, url: 1000, method: 20 } as const

const shownBrowserError = {
  /** Since the start of the attempt; null when the trace does not tell. Negative before it, because clocks differ. */
  startMs: z.nullable(z.int()),
}

/**
 * A console message, an uncaught error of a page or a failed request of an attempt. Values in queries of addresses are masked, also in texts.
 * `location`: `address:line`.
 */
export const BrowserError = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('console'),
    level: z.enum(['error', 'warning']),
    text: z.string(),
    location: z.nullable(z.string()),
    ...shownBrowserError,
  }),
  z.object({ kind: z.literal('page-error'), text: z.string(), location: z.nullable(z.string()), ...shownBrowserError }),
  z.object({
    kind: z.literal('request'),
    method: z.string(),
    url: z.string(),
    /** Null without a response. */
    status: z.nullable(z.int()),
    /** In the browser's words, as `net::ERR_EMPTY_RESPONSE`; null for a response with a status of at least 400. */
    failure: z.nullable(z.string()),
    ...shownBrowserError,
  }),
])
export type BrowserError = z.infer<typeof BrowserError>

/** In chronological order. */
export const listBrowserErrors = testCalls.get(
  'listBrowserErrors',
  "Console errors and warnings, uncaught errors and failed requests in an attempt's traces of Playwright",
  {
    path: '/browser-errors',
    query: z.object({ attempt }),
    answer: z.object({
      items: z.array(BrowserError),
      /** Number of entries beyond the limit. Warnings are omitted first, and then the earliest errors. */
      omitted: z.int(),
      /** False if a trace is damaged or exceeds the size limit. */
      isComplete: z.boolean(),
    }),
  },
)
export type BrowserErrors = z.infer<typeof listBrowserErrors.answer>

/** Runs of the same test in earlier and later launches, newest first, and its stability up to this launch. */
export const listTestHistory = testCalls.get(
  'listTestHistory',
  'Results of the same test over the launches of its project',
  {
    path: '/history',
    answer: z.object({
      stability: TestStability,
      items: z.array(
        z.object({
          testId: z.int(),
          launchId: z.int(),
          launchName: z.string(),
          launchNumber: z.int(),
          kind: ResultKind,
          message: z.nullable(z.string()),
          startTime: z.string(),
          durationMs: z.nullable(z.int()),
        }),
      ),
    }),
  },
)
