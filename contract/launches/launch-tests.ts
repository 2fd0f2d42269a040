import { z } from 'zod/mini'
import { defineCall, listInQuery, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { inLaunch, InLaunch, Label, ResultKind, Statistics, TestStatus } from './launches.ts'
import { LIMITS } from '../limits.ts'
import { isScriptAddress, SCRIPT_ADDRESS } from '../links.ts'
import { InProject } from '../projects/projects.ts'

/** An external test case that a test proves. */
export const TestCaseLink = z.object({
  tcmType: z.enum(['ZEBRUNNER', 'TEST_RAIL', 'XRAY', 'ZEPHYR']),
  testCaseId: z.string(),
  resultStatus: z.nullable(z.string()),
})
export type TestCaseLink = z.infer<typeof TestCaseLink>

/**
 * The failure tag of a failed test (TAGS-06). `userFeedbackRequired`: it was assigned automatically, because people gave it to the same cause
 * before, and nobody has confirmed or changed it for this test.
 */
export const FailureTagAssignment = z.object({ tagId: z.int(), userFeedbackRequired: z.boolean() })
export type FailureTagAssignment = z.infer<typeof FailureTagAssignment>

/** A test of a launch as its card and the live channel show it (TESTS-22). Times are ISO-8601 in UTC. */
export const LaunchTest = z.object({
  id: z.int(),
  launchId: z.int(),
  name: z.string(),
  className: z.nullable(z.string()),
  methodName: z.nullable(z.string()),
  status: TestStatus,
  passedManually: z.boolean(),
  knownIssue: z.boolean(),
  /** Beginning of the failure's text: 255 characters and ` ...` where there is more; the test's own call has it all. */
  message: z.nullable(z.string()),
  /** Tests that failed for one cause share this key, in every launch of the project. */
  failureKey: z.nullable(z.string()),
  startTime: z.string(),
  finishTime: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  owner: z.nullable(z.string()),
  maintainerId: z.nullable(z.int()),
  attempts: z.int(),
  testSessionsCount: z.int(),
  artifactsCount: z.int(),
  testCases: z.array(TestCaseLink),
  labels: z.array(Label),
  issueReferences: z.array(z.object({ id: z.string() })),
  /** At most one, of failed tests alone (TAGS-15). Absent in messages of earlier versions. */
  failureTagAssignments: z._default(z.array(FailureTagAssignment), []),
  /** Its failures do not count now; in a message, as of that change. Absent in messages of earlier versions. */
  quarantined: z._default(z.boolean(), false),
  testGroups: z.array(z.string()),
})
export type LaunchTest = z.infer<typeof LaunchTest>

export const TEST_SORTS = ['name', 'status', 'startTime', 'duration'] as const
export const TestSort = z.enum(TEST_SORTS)
export type TestSort = z.infer<typeof TestSort>
/** `failure`: tests with the same failure together, those that did not fail at the end. */
export const TEST_GROUPINGS = ['none', 'failure', 'className', 'status', 'maintainer'] as const
export const TestGrouping = z.enum(TEST_GROUPINGS)
export type TestGrouping = z.infer<typeof TestGrouping>
/** `auto`: by failure where the launch has ended and tests that are asked for have failed, ungrouped otherwise. */
export const AskedGrouping = z.enum(['auto', ...TEST_GROUPINGS])

/** What an address may ask of a launch's tests. Values of one filter are alternatives, filters add up. */
export const TestsFilter = z.object({
  /** Part of the name, class, method, failure text, or a linked test case's key. */
  q: z._default(z.string().check(z.maxLength(200)), ''),
  /** What tests count as (DETAILS-10). */
  testsState: listInQuery(ResultKind),
  /** `key:value`, the key up to the first colon. */
  label: listInQuery(z.string()),
  /** Linked to test cases or not. */
  testCase: z.optional(z.enum(['linked', 'unlinked'])),
  /** One failure's tests. */
  failureKey: z.optional(z.string().check(z.maxLength(64))),
  /** Tests by their ids: those that an address is about. */
  testId: listInQuery(z.string().check(z.regex(/^\d{1,15}$/))).check(z.maxLength(LIMITS.testsById)),
  /** Ids of failure tags (TESTS-04). */
  failureTag: listInQuery(z.string().check(z.regex(/^\d{1,15}$/))),
  /** In quarantine now or not. */
  quarantined: z.optional(z.enum(['true', 'false'])),
})
export const TestsQuery = z.object({
  ...TestsFilter.shape,
  page: pageNumber,
  pageSize: pageSizeOf(LIMITS.testsPageSize, LIMITS.testsPageSizeMost),
  sort: z._default(TestSort, 'startTime'),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  group: z._default(AskedGrouping, 'none'),
})
export type TestsQuery = z.infer<typeof TestsQuery>

/** The issue that the same failure was linked to in an earlier launch of the project. */
export const IssueSuggestion = z.object({
  issueId: z.string(),
  launchId: z.int(),
  launchNumber: z.int(),
  launchName: z.string(),
  testId: z.int(),
})
export type IssueSuggestion = z.infer<typeof IssueSuggestion>

export const TestGroup = z.object({
  /** Key that the group's tests share: failure key, class, status or maintainer; '' for those without. */
  key: z.string(),
  /** Keys of other failures that were merged into this cause and that the launch has. */
  mergedKeys: z._default(z.array(z.string()), []),
  label: z.string(),
  /** What tells a failure from others with the same label: locator, values, the place in the team's code. */
  detail: z.nullable(z.string()),
  tests: z.int(),
  /** Failed tests of the group; 0 and no first test for the group ''. */
  failed: z.int(),
  /** Id of the group's first test. */
  firstId: z.int(),
  /** Failed tests of the launch, whatever the filters, that have this cause and no issue. */
  unlinked: z.int(),
  /** Null where no test is unlinked. */
  suggestion: z.nullable(IssueSuggestion),
  /** Of the last five launches of this name before, how many have this failure; null for other groupings. */
  seenBefore: z.nullable(z.object({ launches: z.int(), of: z.int() })),
})
export type TestGroup = z.infer<typeof TestGroup>

export const listTests = defineCall({
  name: 'listTests',
  summary: 'A page of the tests of a launch',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/tests',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InLaunch,
  query: TestsQuery,
  answer: z.object({
    items: z.array(LaunchTest),
    _meta: PageMeta,
    /** Groups that this page's tests are in, in the page's order; empty without grouping. */
    groups: z.array(TestGroup),
    groupsTotal: z.int(),
    /** Tests of the launch whatever the filters. */
    testsTotal: z.int(),
    statistics: Statistics,
    /** Live stream of the launch, and the number of its last event that this answer holds. */
    stream: z.string(),
    sequence: z.int(),
  }),
})

/** Shorter words would have the server read every test: its index knows groups of three characters. */
export const TEST_SEARCH_LEAST = 3

/** The newest run of each test, those whose name begins with the words first. Looks at the newest launches only. */
export const searchTests = defineCall({
  name: 'searchTests',
  summary: 'Tests of the newest launches of a project by part of their name or class',
  method: 'GET',
  path: '/api/projects/:projectKey/tests',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  query: z.object({
    q: z.string().check(z.trim(), z.minLength(TEST_SEARCH_LEAST), z.maxLength(200)),
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

/** Label keys and values of a launch's tests, most used first; at most 50 keys of 50 values. */
export const getTestLabels = defineCall({
  name: 'getTestLabels',
  summary: 'Labels to filter the tests of a launch by',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/test-labels',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InLaunch,
  answer: z.object({ labels: z.array(z.object({ key: z.string(), values: z.array(z.string()) })) }),
})

export const MARKS = ['PASSED', 'BLOCKED', 'FAILED'] as const
export const Mark = z.enum(MARKS)
export type Mark = z.infer<typeof Mark>

/** What a set of tests may be marked as (MARK-02 to 06). One list for the menu and for the server. */
export const marksFor = (tests: readonly { status: TestStatus; passedManually: boolean }[]): Mark[] =>
  tests.length === 0 || tests.some((t) => t.status === 'IN_PROGRESS')
    ? []
    : MARKS.filter((mark) => tests.every((t) => t.status !== mark))

/** 409 when MARK-02 to 05 forbid it; then none is marked. */
export const markTests = defineCall({
  name: 'markTests',
  summary: 'Gives tests a result by hand',
  method: 'PUT',
  path: '/api/projects/:projectKey/launches/:launchId/tests/status',
  access: { project: 'launches:write' },
  feature: 'test-automation',
  params: InLaunch,
  body: z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(LIMITS.testsAtOnce)), status: Mark }),
  answer: z.object({ items: z.array(LaunchTest) }),
})

/** An issue's key or number in the team's tracker, or its whole address there, which is a link then (ISSUES-06). */
export const IssueId = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(LIMITS.issueId, `Must be between 1 and ${LIMITS.issueId} characters`),
  z.regex(/^\S+$/, 'Must not hold spaces'),
  z.refine((text) => !isScriptAddress(text), SCRIPT_ADDRESS),
)

/** Only failed tests with a message (ISSUES-01, ISSUES-02). `null` takes the link away. */
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
  }),
  answer: z.object({ items: z.array(LaunchTest) }),
})

/** Links the failed tests of a launch that have one cause and no issue. At most `LIMITS.causeTests` at a time. */
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
