import { z } from 'zod/mini'
import { defineCall, idInPath, listInQuery, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { Observation } from '../exploratory/observations.ts'
import { ExploratorySession } from '../exploratory/sessions.ts'
import { LaunchTest } from '../launches/launch-tests.ts'
import { listBrowserErrors, listTestLogs, listTestSteps } from '../launches/test-details.ts'
import { Artifact, Launch, ResultKind } from '../launches/launches.ts'
import { LIMITS } from '../limits.ts'
import { PlanReport } from '../plans/report.ts'
import { ExecutionReport } from '../runs/report.ts'
import { PUBLIC_RESOURCES, PublicResourceType } from './resources.ts'

/** Lifetime of a visitor's token in minutes. The page then authorises again with the passcode. */
export const PUBLIC_ACCESS_MINUTES = 60

/**
 * `token`: the key in the link's URL. 404 with `ERROR_CODES.publicResourceNotFound` for a link that is unknown, revoked or expired; 403 for
 * a wrong passcode; 429 after several wrong ones.
 */
export const authorizePublicAccess = defineCall({
  name: 'authorizePublicAccess',
  summary: 'Opens what a public link shares, by its passcode',
  method: 'POST',
  path: '/api/public-access:authorize',
  access: 'anyone',
  body: z.object({
    resourceType: PublicResourceType,
    token: z.string().check(z.minLength(1), z.maxLength(100)),
    passcode: z.string().check(z.minLength(1), z.maxLength(LIMITS.maxPassword)),
  }),
  answer: z.object({
    data: z.object({
      data: z.object({
        projectId: z.int(),
        /** Token for `Authorization` headers. Allows only reading the shared resource. */
        authToken: z.string(),
        expiresAt: z.string(),
      }),
    }),
  }),
})

/** A launch without users, comments, notifications and available actions. */
export const PublicLaunch = z.pick(Launch, {
  id: true,
  number: true,
  name: true,
  status: true,
  framework: true,
  environment: true,
  build: true,
  browser: true,
  browserVersion: true,
  platform: true,
  platformVersion: true,
  locale: true,
  milestone: true,
  labels: true,
  artifacts: true,
  startedAt: true,
  endedAt: true,
  elapsed: true,
  pausedMs: true,
  statistics: true,
})
export type PublicLaunch = z.infer<typeof PublicLaunch>

/** A test without users and links into other systems. */
export const PublicTest = z.pick(LaunchTest, {
  id: true,
  name: true,
  className: true,
  methodName: true,
  status: true,
  passedManually: true,
  knownIssue: true,
  message: true,
  startTime: true,
  finishTime: true,
  durationMs: true,
  attempts: true,
})
export type PublicTest = z.infer<typeof PublicTest>

const ofLaunch = { access: { public: 'launch' }, feature: PUBLIC_RESOURCES.launch.feature } as const

export const getPublicLaunch = defineCall({
  name: 'getPublicLaunch',
  summary: 'The launch that a public link shares',
  method: 'GET',
  path: '/api/public/launch',
  ...ofLaunch,
  answer: z.object({ launch: PublicLaunch }),
})

export const PublicTestsQuery = z.object({
  q: z._default(z.string().check(z.maxLength(200)), ''),
  testsState: listInQuery(ResultKind),
  page: pageNumber,
  pageSize: pageSizeOf(LIMITS.testsPageSize, LIMITS.maxTestsPageSize),
})
export type PublicTestsQuery = z.infer<typeof PublicTestsQuery>

export const listPublicTests = defineCall({
  name: 'listPublicTests',
  summary: 'A page of the tests of the launch that a public link shares',
  method: 'GET',
  path: '/api/public/launch/tests',
  ...ofLaunch,
  query: PublicTestsQuery,
  answer: z.object({ items: z.array(PublicTest), _meta: PageMeta }),
})

const InPublicTest = z.object({ testId: idInPath })

export const getPublicTest = defineCall({
  name: 'getPublicTest',
  summary: 'One test of the launch that a public link shares',
  method: 'GET',
  path: '/api/public/launch/tests/:testId',
  ...ofLaunch,
  params: InPublicTest,
  answer: z.object({
    test: PublicTest,
    stackTrace: z.nullable(z.string()),
    artifacts: z.array(Artifact),
  }),
})

export const listPublicTestLogs = defineCall({
  name: 'listPublicTestLogs',
  summary: "A page of a shared test's log and screenshots",
  method: 'GET',
  path: '/api/public/launch/tests/:testId/logs',
  ...ofLaunch,
  params: InPublicTest,
  query: listTestLogs.query,
  answer: listTestLogs.answer,
})

export const listPublicTestSteps = defineCall({
  name: 'listPublicTestSteps',
  summary: "The steps of a shared test's attempt, with their files",
  method: 'GET',
  path: '/api/public/launch/tests/:testId/steps',
  ...ofLaunch,
  params: InPublicTest,
  query: listTestSteps.query,
  answer: listTestSteps.answer,
})

export const listPublicBrowserErrors = defineCall({
  name: 'listPublicBrowserErrors',
  summary: "Console and network errors in the traces of a shared test's attempt",
  method: 'GET',
  path: '/api/public/launch/tests/:testId/browser-errors',
  ...ofLaunch,
  params: InPublicTest,
  query: listBrowserErrors.query,
  answer: listBrowserErrors.answer,
})

const Named = z.object({ name: z.string() })

/** A session in its public report. Users are included by name only. */
export const PublicSession = z.extend(
  z.pick(ExploratorySession, {
    id: true,
    title: true,
    charter: true,
    closed: true,
    createdAt: true,
    closedAt: true,
    timeBoxMinutes: true,
    description: true,
    requirements: true,
    recordedMillis: true,
  }),
  {
    assignee: z.nullable(Named),
    createdBy: Named,
    milestone: z.nullable(Named),
    environment: z.nullable(Named),
    configurations: z.array(z.object({ optionName: z.string() })),
  },
)
export type PublicSession = z.infer<typeof PublicSession>

export const PublicObservation = z.extend(
  z.pick(Observation, {
    id: true,
    description: true,
    attachments: true,
    elapsedTimeInMillis: true,
    clockMillis: true,
    issueId: true,
    improvementId: true,
    createdAt: true,
  }),
  { type: z.object({ id: z.int(), name: z.string(), colorHex: z.string() }), createdBy: Named },
)
export type PublicObservation = z.infer<typeof PublicObservation>

export const getPublicExploratorySession = defineCall({
  name: 'getPublicExploratorySession',
  summary: 'The exploratory session that a public link shares, with its observations',
  method: 'GET',
  path: '/api/public/exploratory-session',
  access: { public: 'exploratory-session' },
  feature: PUBLIC_RESOURCES['exploratory-session'].feature,
  answer: z.object({
    /** Path prefix of the observations' files, followed by `/` and their id and name. */
    files: z.string(),
    session: PublicSession,
    items: z.array(PublicObservation),
  }),
})

/** Report of a run or a plan without its testers. */
export const PublicReport = z.omit(ExecutionReport, { testers: true })
export type PublicReport = z.infer<typeof PublicReport>

const reported = { title: z.string(), closed: z.boolean() }

export const getPublicTestRun = defineCall({
  name: 'getPublicTestRun',
  summary: 'The report of the test run that a public link shares',
  method: 'GET',
  path: '/api/public/test-run',
  access: { public: 'test-run' },
  feature: PUBLIC_RESOURCES['test-run'].feature,
  answer: z.object({ ...reported, report: PublicReport }),
})

export const getPublicTestPlan = defineCall({
  name: 'getPublicTestPlan',
  summary: 'The report of the test plan that a public link shares',
  method: 'GET',
  path: '/api/public/test-plan',
  access: { public: 'test-plan' },
  feature: PUBLIC_RESOURCES['test-plan'].feature,
  answer: z.object({ ...reported, report: z.omit(PlanReport, { testers: true }) }),
})
