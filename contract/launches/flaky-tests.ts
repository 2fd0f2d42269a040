/** Tests whose result changes without a change of the product, and the rules of a project that mark them. */
import { z } from 'zod/mini'
import { defineCall, flagInQuery, listInQuery, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { FlakyMark } from './flaky-rules.ts'
import { ResultKind } from './launches.ts'
import { QUARANTINE_RUNS } from './quarantine.ts'

/** Days of launches that are considered. */
export const FLAKY_WINDOWS = [7, 14, 30, 90] as const
export type FlakyWindow = (typeof FLAKY_WINDOWS)[number]
/** Maximum launches that are considered, the newest of the window. */
export const FLAKY_LAUNCHES = 1000
/** Maximum tests that are considered: those with the most failures and retries. */
export const FLAKY_TESTS = 1000

const whole = (min: number, max: number) => z.int('Enter a whole number').check(z.minimum(min), z.maximum(max))
const counts = {
  minRetries: whole(1, 1000),
  /** At least 2: a single change is a defect or its fix. */
  minFlips: whole(2, 1000),
  minCommitFlips: whole(1, 1000),
}
const fields = {
  windowDays: z.union(FLAKY_WINDOWS.map((days) => z.literal(days))),
  /** Number from which the rule marks a test; null: the rule marks none. */
  minRetries: z.nullable(counts.minRetries),
  minFlips: z.nullable(counts.minFlips),
  minCommitFlips: z.nullable(counts.minCommitFlips),
  /** Percent. Failures of a launch of which more tests failed are taken for those of its infrastructure, and do not count. */
  maxFailedShare: whole(1, 100),
  /** Quarantines marked tests. */
  quarantines: z.boolean(),
  /** Days after which a test leaves the quarantine. */
  quarantineDays: whole(1, 365),
  /** Number of consecutive passes without a failed attempt after which a test leaves the quarantine earlier. */
  releaseAfter: whole(1, QUARANTINE_RUNS),
  /** Percent of the project's tests above which the rules quarantine no more of them. */
  maxQuarantinedShare: whole(1, 100),
}
export const FlakySettings = z.object(fields)
export type FlakySettings = z.infer<typeof FlakySettings>

export const DEFAULT_FLAKY: FlakySettings = {
  windowDays: 30,
  minRetries: 2,
  minFlips: 3,
  minCommitFlips: 1,
  maxFailedShare: 50,
  quarantines: false,
  quarantineDays: 14,
  releaseAfter: 5,
  maxQuarantinedShare: 5,
}

const identified = {
  /** Identifies the test across launches. */
  key: z.string(),
  name: z.string(),
  className: z.nullable(z.string()),
  /** Newest run of the test. */
  launchId: z.int(),
  testId: z.int(),
  isQuarantined: z.boolean(),
}

/** A test in the window. Numbers are those of the counted branches: see `listFlakyTests`. */
export const FlakyTest = z.object({
  ...identified,
  owner: z.nullable(z.string()),
  /** Changes and retries by runs, from 0 to 1. */
  rate: z.number(),
  runs: z.int(),
  failures: z.int(),
  retries: z.int(),
  flips: z.int(),
  commitFlips: z.int(),
  /** Time of failed attempts and of retries. */
  costMs: z.int(),
  /** Start of the launches with the first and the last failure or retry. */
  firstAt: z.string(),
  lastAt: z.string(),
  /** Branches with a failure or retry, the one with most first. */
  branches: z.array(z.string()),
  /** Last results, oldest first. */
  recent: z.array(ResultKind),
  /** Different messages of the last failures, the newest first. */
  causes: z.array(z.string()),
  mark: z.nullable(FlakyMark),
})
export type FlakyTest = z.infer<typeof FlakyTest>

export const FLAKY_SORTS = ['rate', 'runs', 'cost', 'first', 'last', 'name'] as const
export type FlakySort = (typeof FLAKY_SORTS)[number]

const name = z.string().check(z.maxLength(255))
export const FlakyTestsQuery = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(LIMITS.caseQuery)), ''),
  /** Days of launches; if omitted, those of the project's rules. */
  days: z.optional(z.pipe(z.coerce.number(), fields.windowDays)),
  branch: listInQuery(name),
  owner: listInQuery(name),
  /** Only tests that a rule marks. */
  isMarked: flagInQuery,
  sort: z._default(z.enum(FLAKY_SORTS), 'rate'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  page: pageNumber,
  pageSize: pageSizeOf(LIMITS.defaultPageSize, 100),
})
export type FlakyTestsQuery = z.infer<typeof FlakyTestsQuery>

/**
 * Tests whose result changed between consecutive runs, or that passed on a retry. Runs are compared within a launch name, environment, browser,
 * platform and branch. Runs of a pull request do not count where its base branch ran the test without a failure, unless the query names the
 * branch.
 */
export const listFlakyTests = defineCall({
  name: 'listFlakyTests',
  summary: 'A page of the tests of a project whose result changes',
  method: 'GET',
  path: '/api/projects/:projectKey/flaky-tests',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  query: FlakyTestsQuery,
  answer: z.object({
    items: z.array(FlakyTest),
    _meta: PageMeta,
    days: z.int(),
    /** Considered launches. */
    launches: z.int(),
    /** Launches that were left out because most of their tests failed. */
    infrastructure: z.int(),
    /** Tests with failures that were not considered, being more than `FLAKY_TESTS`. */
    omitted: z.int(),
    /** Choices of the filters. */
    branches: z.array(z.string()),
    owners: z.array(z.string()),
  }),
})

const settingsPath = '/api/projects/:projectKey/flaky-settings'

export const getFlakySettings = defineCall({
  name: 'getFlakySettings',
  summary: 'Rules of a project that mark flaky tests',
  method: 'GET',
  path: settingsPath,
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  answer: FlakySettings,
})

/** An edit as in `concurrent-edits.ts`. */
export const updateFlakySettings = defineCall({
  name: 'updateFlakySettings',
  summary: 'Changes the rules of a project that mark flaky tests',
  method: 'PATCH',
  path: settingsPath,
  access: { project: 'settings:write' },
  feature: 'test-automation',
  params: InProject,
  body: withExpected(z.partial(FlakySettings)),
  answer: FlakySettings,
})

const inQuery = <Value extends number>(field: z.ZodMiniType<Value, number>) => z.pipe(z.coerce.number(), field)
const maybeInQuery = (field: z.ZodMiniType<number, number>) =>
  z.pipe(
    z.optional(inQuery(field)),
    z.transform((value) => value ?? null),
  )

/** Number of marked tests that a replay lists. */
export const FLAKY_REPLAY_SHOWN = 50

export const FlakyReplay = z.object({
  launches: z.int(),
  infrastructure: z.int(),
  marked: z.int(),
  /** Those of the marked tests that are in quarantine. */
  quarantined: z.int(),
  /** Number of tests that the rules would quarantine now. */
  wouldQuarantine: z.int(),
  /** Maximum tests in quarantine by the share of the project's tests. */
  maxQuarantined: z.int(),
  items: z.array(z.object({ ...identified, mark: FlakyMark })),
})
export type FlakyReplay = z.infer<typeof FlakyReplay>

/** Applies rules that are not saved to the launches of their window. */
export const replayFlakyRules = defineCall({
  name: 'replayFlakyRules',
  summary: 'Tests that rules would mark as flaky',
  method: 'GET',
  path: `${settingsPath}/replay`,
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  /** Absent rules mark no test. */
  query: z.object({
    windowDays: inQuery(fields.windowDays),
    minRetries: maybeInQuery(counts.minRetries),
    minFlips: maybeInQuery(counts.minFlips),
    minCommitFlips: maybeInQuery(counts.minCommitFlips),
    maxFailedShare: inQuery(fields.maxFailedShare),
    maxQuarantinedShare: inQuery(fields.maxQuarantinedShare),
  }),
  answer: FlakyReplay,
})
