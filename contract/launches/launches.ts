import { z } from 'zod/mini'
import { withExpected } from '../concurrent-edits.ts'
import { callsOf, defineCall, idInPath, listInQuery, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { NamedUser } from '../projects/people.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { ShownOrigin } from './launch-origin.ts'
import { LaunchShards } from './shards.ts'

/** Statuses of a launch (LAUNCH-04, LAUNCH-05). */
export const LAUNCH_STATUSES = ['QUEUED', 'LAUNCHING', 'IN_PROGRESS', 'PASSED', 'FAILED', 'SKIPPED', 'ABORTED'] as const
export const LaunchStatus = z.enum(LAUNCH_STATUSES)
export type LaunchStatus = z.infer<typeof LaunchStatus>

/** Returns whether the launch is in progress: further results may arrive. */
export const isUnderWay = (status: LaunchStatus): boolean =>
  status === 'IN_PROGRESS' || status === 'QUEUED' || status === 'LAUNCHING'

/** Statuses of a test (TESTS-23). */
export const TEST_STATUSES = ['IN_PROGRESS', 'PASSED', 'FAILED', 'SKIPPED', 'BLOCKED', 'ABORTED'] as const
export const TestStatus = z.enum(TEST_STATUSES)
export type TestStatus = z.infer<typeof TestStatus>

/** The eight kinds of result, used by counts, charts and colours (SUMMARY-01, SUMMARY-02). */
export const RESULT_KINDS = [
  'passed',
  'passedManually',
  'failed',
  'failedAsKnown',
  'blocked',
  'skipped',
  'aborted',
  'inProgress',
] as const
export const ResultKind = z.enum(RESULT_KINDS)
export type ResultKind = z.infer<typeof ResultKind>

/** Numbers of a launch's tests by kind; each test has exactly one kind (LAUNCH-02). */
export const Statistics = z.object({
  passed: z.int(),
  passedManually: z.int(),
  failed: z.int(),
  failedAsKnown: z.int(),
  skipped: z.int(),
  blocked: z.int(),
  aborted: z.int(),
  inProgress: z.int(),
})
export type Statistics = z.infer<typeof Statistics>

export const NO_STATISTICS: Statistics = {
  passed: 0,
  passedManually: 0,
  failed: 0,
  failedAsKnown: 0,
  skipped: 0,
  blocked: 0,
  aborted: 0,
  inProgress: 0,
}

/**
 * Returns a test's kind of result. Distinguishes manual passes from reported ones (MARK-11), and failures linked to an issue from others
 * (TESTS-25).
 */
export const kindOf = (test: { status: TestStatus; passedManually: boolean; knownIssue: boolean }): ResultKind => {
  switch (test.status) {
    case 'PASSED':
      return test.passedManually ? 'passedManually' : 'passed'
    case 'FAILED':
      return test.knownIssue ? 'failedAsKnown' : 'failed'
    case 'SKIPPED':
      return 'skipped'
    case 'BLOCKED':
      return 'blocked'
    case 'ABORTED':
      return 'aborted'
    case 'IN_PROGRESS':
      return 'inProgress'
  }
}

export const testsIn = (s: Statistics): number => RESULT_KINDS.reduce((sum, kind) => sum + s[kind], 0)

/** Returns the share of the ended tests that passed, including manual passes, from 0 to 1; `null` before any test ended (SUMMARY-04). */
export const passRate = (s: Statistics): number | null => {
  const ended = testsIn(s) - s.inProgress
  return ended === 0 ? null : (s.passed + s.passedManually) / ended
}

export const Label = z.object({ key: z.string(), value: z.string() })
export type Label = z.infer<typeof Label>

/** A named link, or an uploaded file (`url` is then a path on this server). */
export const Artifact = z.object({
  name: z.string(),
  url: z.string(),
  kind: z.enum(['link', 'file', 'screenshot', 'video']),
  sizeBytes: z.nullable(z.int()),
  at: z.nullable(z.string()),
})
export type Artifact = z.infer<typeof Artifact>

/** A launch in lists, on pages and in live messages (LAUNCH-01). Times are ISO-8601 in UTC, `elapsed` is in ms. */
export const Launch = z.object({
  id: z.int(),
  /** Number in the display name, as in 'Nightly #3', counted from 1 within the project. URLs contain the id. */
  number: z.int(),
  uuid: z.string(),
  projectId: z.int(),
  name: z.string(),
  status: LaunchStatus,
  framework: z.nullable(z.string()),
  environment: z.nullable(z.string()),
  build: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  browserVersion: z.nullable(z.string()),
  platform: z.nullable(z.string()),
  platformVersion: z.nullable(z.string()),
  locale: z.nullable(z.string()),
  milestone: z.nullable(z.object({ name: z.string() })),
  testSuite: z.nullable(z.object({ name: z.string() })),
  labels: z.array(Label),
  artifacts: z.array(Artifact),
  ciBuild: z.nullable(z.object({ jobUrl: z.string(), number: z.nullable(z.string()) })),
  /** Commit, branch, pull request and build: those that are known. Absent in records that browsers stored before it existed. */
  origin: z.optional(ShownOrigin),
  /** Null for a launch that is reported as one. */
  shards: z.optional(z.nullable(LaunchShards)),
  startedBy: z.nullable(NamedUser),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** `null` while in progress: the client then counts from `workingSince`. */
  elapsed: z.nullable(z.int()),
  /** Between its ends and its continuations; not part of `elapsed`. */
  pausedMs: z.optional(z.int()),
  reviewed: z.boolean(),
  comments: z.nullable(z.string()),
  /** Last review: user and time; null before a review, and for reviews by versions that did not store it. */
  review: z.nullable(z.object({ by: z.nullable(NamedUser), at: z.string() })),
  /** Set if a launcher started the launch; null for launches that were only reported. */
  firstLaunchId: z.nullable(z.int()),
  /** Retention does not delete it. Absent in records that browsers stored before it existed. */
  pinned: z.optional(z.boolean()),
  /** A command reports its console output. Absent in records that browsers stored before it existed. */
  hasConsole: z.optional(z.boolean()),
  isAbortPossible: z.boolean(),
  isRelaunchPossible: z.boolean(),
  isLaunchAgainPossible: z.boolean(),
  statistics: Statistics,
})
export type Launch = z.infer<typeof Launch>

/** Returns the start of a running launch, later by its pauses, in epoch ms. */
export const workingSince = ({ startedAt, pausedMs = 0 }: Pick<Launch, 'startedAt' | 'pausedMs'>): number =>
  Date.parse(startedAt) + pausedMs

export const LAUNCH_SORTS = ['startedAt', 'name', 'status', 'duration', 'failed', 'tests', 'passRate'] as const
export const LaunchSort = z.enum(LAUNCH_SORTS)
export type LaunchSort = z.infer<typeof LaunchSort>

/** Values of one predicate: combined with OR for "is", all excluded for "is not". */
const values = <T>(one: z.ZodMiniType<T, string>) => listInQuery(one).check(z.maxLength(LIMITS.predicateValues))
const value = z.string().check(z.maxLength(LIMITS.predicateValue))

/** Query of the launches list. Values of one filter are combined with OR, filters with AND; `…Not` excludes its values. */
export const LaunchesQuery = z.object({
  page: pageNumber,
  pageSize: pageSizeOf(LIMITS.launchesPageSize, 100),
  /** Words of the name, build, environment, milestone, branch, commit or a label's value, or `#123` for a launch's number. */
  q: z._default(z.string().check(z.maxLength(200)), ''),
  status: values(LaunchStatus),
  statusNot: values(LaunchStatus),
  user: values(value),
  userNot: values(value),
  environment: values(value),
  environmentNot: values(value),
  browser: values(value),
  browserNot: values(value),
  platform: values(value),
  platformNot: values(value),
  locale: values(value),
  localeNot: values(value),
  build: values(value),
  buildNot: values(value),
  milestone: values(value),
  milestoneNot: values(value),
  branch: values(value),
  branchNot: values(value),
  commit: values(value),
  commitNot: values(value),
  /** Launches that have a label with this key. */
  labelKey: values(value),
  labelKeyNot: values(value),
  /** `key:value`, split at the first colon. */
  label: values(value),
  labelNot: values(value),
  reviewed: z.optional(z.enum(['true', 'false'])),
  pinned: z.optional(z.enum(['true', 'false'])),
  /** Id of the opened saved filter. Only used to display its name: the query also contains its predicates. */
  savedFilter: z.optional(idInPath),
  sort: z._default(LaunchSort, 'startedAt'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
})
export type LaunchesQuery = z.infer<typeof LaunchesQuery>

export const listLaunches = defineCall({
  name: 'listLaunches',
  summary: 'A page of the launches of a project, newest first',
  method: 'GET',
  path: '/api/projects/:projectKey/launches',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  query: LaunchesQuery,
  answer: z.object({
    items: z.array(Launch),
    _meta: PageMeta,
    /** Number of launches of the project, ignoring the filters. Distinguishes a project without launches from filters without a match. */
    launchesTotal: z.int(),
    /** Live stream of the project, and the sequence number of its last event that this answer includes. */
    stream: z.string(),
    sequence: z.int(),
  }),
})

export const inLaunch = { ...inProject, launchId: idInPath }
export const InLaunch = z.object(inLaunch)

const launchCalls = callsOf({
  path: '/api/projects/:projectKey/launches/:launchId',
  params: InLaunch,
  read: { project: 'launches:read' },
  write: { project: 'launches:manage' },
  feature: 'test-automation',
})

/**
 * 404 with `TEXTS.launchNotFound`, also for a launch of another project. `stream` is the project's stream, which contains changes of the
 * launch itself; changes of its tests are in the launch's own stream.
 */
export const getLaunch = launchCalls.get('getLaunch', 'One launch', {
  answer: z.object({
    launch: Launch,
    /** Settings that the launch's agent sent, unchanged. */
    agentSettings: z.object({
      treatSkipsAsFailures: z.boolean(),
      /** Whom to notify; null for nobody. */
      notifications: z.unknown(),
      /** Settings by name of the test case management system. */
      testCaseSettings: z.record(z.string(), z.unknown()),
    }),
    stream: z.string(),
    sequence: z.int(),
  }),
})

/**
 * Launches with the same name before and after this one, oldest first, including this one. The others have ended. Omits launches without an
 * ended test, which have no pass rate.
 */
export const getPassRateHistory = launchCalls.get('getPassRateHistory', 'Pass rates of the launches before and after', {
  path: '/pass-rate-history',
  query: z.object({
    runsBefore: z.pipe(
      z._default(z.coerce.number(), LIMITS.passRateRunsBefore),
      z.int().check(z.minimum(0), z.maximum(50)),
    ),
    runsAfter: z.pipe(
      z._default(z.coerce.number(), LIMITS.passRateRunsAfter),
      z.int().check(z.minimum(0), z.maximum(50)),
    ),
  }),
  answer: z.object({
    items: z.array(z.object({ launchId: z.int(), launchNumber: z.int(), passRate: z.number(), startedAt: z.string() })),
  }),
})

/**
 * An edit as in `concurrent-edits.ts`; '' means no comment, which is allowed only if the launch already has one (REVIEW-11).
 */
export const reviewLaunch = launchCalls.put('reviewLaunch', 'Marks a launch as reviewed, with a comment', {
  path: '/review',
  body: z.extend(
    withExpected(z.object({ comment: z.string().check(z.maxLength(LIMITS.reviewComment, TEXTS.reviewLength)) })),
    /** Whether to post the review to the chat targets of the notification rules that match the launch (REVIEW-08). */
    { notify: z.optional(z.boolean()) },
  ),
  answer: Launch,
})

/** 409 unless the launch is in progress. Also aborts its tests in progress. */
export const abortLaunch = launchCalls.post('abortLaunch', 'Aborts a launch; irreversible', {
  path: '/abort',
  body: z.object({ comment: z._default(z.string().check(z.maxLength(LIMITS.reviewComment)), '') }),
  answer: Launch,
})

/** A pinned launch is not deleted by retention. Repeating the call changes nothing. */
export const pinLaunch = launchCalls.put('pinLaunch', 'Pins a launch, or unpins it', {
  path: '/pin',
  body: z.object({ pinned: z.boolean() }),
  answer: Launch,
})

/** 409 while the launch is in progress. What belongs to the launch is deleted in the background. */
export const deleteLaunch = launchCalls.delete(
  'deleteLaunch',
  'Deletes a launch with its tests, logs and files; irreversible',
)
