import { z } from 'zod/mini'
import { callsOf, defineCall, listInQuery, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { inLaunch, InLaunch, Label, ResultKind, Statistics, TestStatus } from './launches.ts'
import { LIMITS } from '../limits.ts'
import { isScriptAddress, SCRIPT_ADDRESS } from '../links.ts'
import { InProject } from '../projects/projects.ts'

/** External test case that a test covers. */
export const TestCaseLink = z.object({
  tcmType: z.enum(['ZEBRUNNER', 'TEST_RAIL', 'XRAY', 'ZEPHYR']),
  testCaseId: z.string(),
  resultStatus: z.nullable(z.string()),
})
export type TestCaseLink = z.infer<typeof TestCaseLink>

/**
 * Failure tag of a failed test (TAGS-06). `userFeedbackRequired`: the tag was assigned automatically, because users assigned it to the
 * same cause before, and nobody has confirmed or changed it for this test.
 */
export const FailureTagAssignment = z.object({ tagId: z.int(), userFeedbackRequired: z.boolean() })
export type FailureTagAssignment = z.infer<typeof FailureTagAssignment>

/** A test of a launch on its card and in live messages (TESTS-22). Times are ISO-8601 in UTC. */
export const LaunchTest = z.object({
  id: z.int(),
  launchId: z.int(),
  name: z.string(),
  className: z.nullable(z.string()),
  methodName: z.nullable(z.string()),
  status: TestStatus,
  passedManually: z.boolean(),
  knownIssue: z.boolean(),
  /** Beginning of the failure's text: 255 characters, then ` ...` if it is longer. `getTest` answers the whole text. */
  message: z.nullable(z.string()),
  /** Key of the failure's cause, equal for failures with the same cause in all launches of the project. */
  failureKey: z.nullable(z.string()),
  startTime: z.string(),
  finishTime: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  owner: z.nullable(z.string()),
  maintainerId: z.nullable(z.int()),
  attempts: z.int(),
  testSessionsCount: z.int(),
  artifactsCount: z.int(),
  /** Whether an attempt has a trace that the viewer opens. Absent in messages of earlier versions. */
  hasTrace: z._default(z.boolean(), false),
  testCases: z.array(TestCaseLink),
  labels: z.array(Label),
  issueReferences: z.array(z.object({ id: z.string() })),
  /** At most one, and only for failed tests (TAGS-15). Absent in messages of earlier versions. */
  failureTagAssignments: z._default(z.array(FailureTagAssignment), []),
  /**
   * Whether the test is in quarantine, so that its failures do not count; in a message, as of the event. Absent in messages of earlier
   * versions.
   */
  quarantined: z._default(z.boolean(), false),
  testGroups: z.array(z.string()),
})
export type LaunchTest = z.infer<typeof LaunchTest>

export const TEST_SORTS = ['name', 'status', 'startTime', 'duration'] as const
export const TestSort = z.enum(TEST_SORTS)
export type TestSort = z.infer<typeof TestSort>
/** `failure`: groups tests with the same failure; tests without a failure come last. */
export const TEST_GROUPINGS = ['none', 'failure', 'className', 'status', 'maintainer'] as const
export const TestGrouping = z.enum(TEST_GROUPINGS)
export type TestGrouping = z.infer<typeof TestGrouping>
/** `auto`: by failure if the launch has ended and some of the requested tests failed, otherwise ungrouped. */
export const AskedGrouping = z.enum(['auto', ...TEST_GROUPINGS])

/** Filters of a launch's tests in a query string. Values of one filter are combined with OR, filters with AND. */
export const TestsFilter = z.object({
  /** Part of the name, class, method, failure text, or a linked test case's key. */
  q: z._default(z.string().check(z.maxLength(200)), ''),
  /** Kinds of result (DETAILS-10). */
  testsState: listInQuery(ResultKind),
  /** `key:value`, split at the first colon. */
  label: listInQuery(z.string()),
  /** Whether tests are linked to test cases. */
  testCase: z.optional(z.enum(['linked', 'unlinked'])),
  /** Tests with this failure. */
  failureKey: z.optional(z.string().check(z.maxLength(64))),
  /** Tests with these ids, for links to certain tests. */
  testId: listInQuery(z.string().check(z.regex(/^\d{1,15}$/))).check(z.maxLength(LIMITS.testsById)),
  /** Ids of failure tags (TESTS-04). */
  failureTag: listInQuery(z.string().check(z.regex(/^\d{1,15}$/))),
  /** Whether tests are in quarantine now. */
  quarantined: z.optional(z.enum(['true', 'false'])),
})
export const TestsQuery = z.object({
  ...TestsFilter.shape,
  page: pageNumber,
  pageSize: pageSizeOf(LIMITS.testsPageSize, LIMITS.maxTestsPageSize),
  sort: z._default(TestSort, 'startTime'),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  group: z._default(AskedGrouping, 'none'),
})
export type TestsQuery = z.infer<typeof TestsQuery>

/** The issue linked to the same failure in an earlier launch of the project. */
export const IssueSuggestion = z.object({
  issueId: z.string(),
  launchId: z.int(),
  launchNumber: z.int(),
  launchName: z.string(),
  testId: z.int(),
})
export type IssueSuggestion = z.infer<typeof IssueSuggestion>

export const TestGroup = z.object({
  /** Common key of the group's tests: failure key, class, status or maintainer; '' for tests without one. */
  key: z.string(),
  /** Keys of the launch's other failures that were merged into this cause. */
  mergedKeys: z._default(z.array(z.string()), []),
  label: z.string(),
  /** Distinguishes failures with the same label: locator, values, location in the team's code. */
  detail: z.nullable(z.string()),
  tests: z.int(),
  /** Number of failed tests of the group; 0 for the group ''. */
  failed: z.int(),
  /** Id of the group's first test. */
  firstId: z.int(),
  /** Number of failed tests of the launch with this cause and without an issue, ignoring the filters. */
  unlinked: z.int(),
  /** Null if no test is unlinked. */
  suggestion: z.nullable(IssueSuggestion),
  /** How many of the last five earlier launches with this name have this failure; null for other groupings. */
  seenBefore: z.nullable(z.object({ launches: z.int(), of: z.int() })),
})
export type TestGroup = z.infer<typeof TestGroup>

const launchCalls = callsOf({
  path: '/api/projects/:projectKey/launches/:launchId',
  params: InLaunch,
  read: { project: 'launches:read' },
  write: { project: 'launches:write' },
  feature: 'test-automation',
})

export const listTests = launchCalls.get('listTests', 'A page of the tests of a launch', {
  path: '/tests',
  query: TestsQuery,
  answer: z.object({
    items: z.array(LaunchTest),
    _meta: PageMeta,
    /** Groups of this page's tests, in the page's order; empty without grouping. */
    groups: z.array(TestGroup),
    groupsTotal: z.int(),
    /** Number of tests of the launch, ignoring the filters. */
    testsTotal: z.int(),
    statistics: Statistics,
    /** Live stream of the launch, and the sequence number of its last event that this answer includes. */
    stream: z.string(),
    sequence: z.int(),
  }),
})
export type TestsAnswer = z.infer<typeof listTests.answer>

/** Minimum length of a search: the trigram index cannot find shorter words, so that the server would have to read every test. */
export const MIN_TEST_SEARCH = 3

/** The newest run of each test; tests whose name begins with the words come first. Searches only the newest launches. */
export const searchTests = defineCall({
  name: 'searchTests',
  summary: 'Tests of the newest launches of a project by part of their name or class',
  method: 'GET',
  path: '/api/projects/:projectKey/tests',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  query: z.object({
    q: z.string().check(z.trim(), z.minLength(MIN_TEST_SEARCH), z.maxLength(200)),
    limit: pageSizeOf(10, 50),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        testId: z.int(),
        name: z.string(),
        className: z.nullable(z.string()),
        kind: ResultKind,
        launchId: z.int(),
        launchNumber: z.int(),
        launchName: z.string(),
      }),
    ),
  }),
})

/** Label keys and values of a launch's tests, most used first; at most 50 keys with 50 values each. */
export const getTestLabels = launchCalls.get('getTestLabels', 'Labels to filter the tests of a launch by', {
  path: '/test-labels',
  answer: z.object({ labels: z.array(z.object({ key: z.string(), values: z.array(z.string()) })) }),
})

export const MARKS = ['PASSED', 'BLOCKED', 'FAILED'] as const
export const Mark = z.enum(MARKS)
export type Mark = z.infer<typeof Mark>

/** Returns the marks that are allowed for a set of tests (MARK-02 to 06). Shared by the menu and the server. */
export const marksFor = (tests: readonly { status: TestStatus; passedManually: boolean }[]): Mark[] =>
  tests.length === 0 || tests.some((t) => t.status === 'IN_PROGRESS')
    ? []
    : MARKS.filter((mark) => tests.every((t) => t.status !== mark))

/** What a user saw of a test whose result or issue they change. */
export const SeenTest = z.object({ id: z.int(), status: TestStatus, issueId: z.nullable(z.string()) })
export type SeenTest = z.infer<typeof SeenTest>

export const seenOf = ({ id, status, issueReferences }: LaunchTest): SeenTest => ({
  id,
  status,
  issueId: issueReferences[0]?.id ?? null,
})

/** Left out: nothing is compared, so that a script can change tests without reading them. */
const seen = z.optional(z.array(SeenTest).check(z.maxLength(LIMITS.testsAtOnce)))

/**
 * 409 when MARK-02 to 05 do not allow it, and 409 `stale` when tests have changed since they were seen, with those in `current`; then no test is
 * marked.
 */
export const markTests = launchCalls.put('markTests', 'Gives tests a result by hand', {
  path: '/tests/status',
  body: z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(LIMITS.testsAtOnce)), status: Mark, seen }),
  answer: z.object({ items: z.array(LaunchTest) }),
})

/** Key or number of an issue in the team's tracker, or its whole URL, which is displayed as a link (ISSUES-06). */
export const IssueId = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(LIMITS.issueId, `Must be between 1 and ${LIMITS.issueId} characters`),
  z.regex(/^\S+$/, 'Must not hold spaces'),
  z.refine((text) => !isScriptAddress(text), SCRIPT_ADDRESS),
)

/** Only for failed tests with a message (ISSUES-01, ISSUES-02). `null` removes the link. `seen` as in `markTests`. */
export const linkIssue = defineCall({
  name: 'linkIssue',
  summary: 'Links failed tests to an issue; they count as a known issue from then on',
  method: 'PUT',
  path: '/api/projects/:projectKey/launches/:launchId/tests/issue',
  access: { project: 'launches:write' },
  feature: 'defects-linking',
  params: InLaunch,
  body: z.object({
    ids: z.array(z.int()).check(z.minLength(1), z.maxLength(LIMITS.testsAtOnce)),
    issueId: z.nullable(IssueId),
    seen,
  }),
  answer: z.object({ items: z.array(LaunchTest) }),
})

/** Links the failed tests of a launch with the given cause and without an issue, at most `LIMITS.causeTests` per call. */
export const linkCauseIssue = defineCall({
  name: 'linkCauseIssue',
  summary: 'Links all failures of one cause to an issue',
  method: 'PUT',
  path: '/api/projects/:projectKey/launches/:launchId/failures/:failureKey/issue',
  access: { project: 'launches:write' },
  feature: 'defects-linking',
  params: z.object({ ...inLaunch, failureKey: z.string().check(z.maxLength(64)) }),
  body: z.object({ issueId: IssueId }),
  answer: z.object({ linked: z.int() }),
})
