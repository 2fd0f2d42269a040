/** Tests whose failures do not count, each with a reason. A test is identified across launches by class, method and arguments. */
import { z } from 'zod/mini'
import { calendarDay, defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { FlakyRule } from './flaky-rules.ts'
import { InLaunch, ResultKind } from './launches.ts'

/** Maximum quarantined tests of a project. */
export const MAX_QUARANTINE = 1000
/** Maximum results per test in the list. */
export const QUARANTINE_RUNS = 20
/** Number of consecutive passes without a failed attempt after which a test can be released. */
export const RELEASE_AFTER = 5

/** Hash of class, method and arguments. */
const testKey = z.string().check(z.minLength(1), z.maxLength(64))

export const QuarantineEntry = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, TEXTS.required), z.maxLength(500, 'At most 500 characters')),
  /** Last day in quarantine; null for no end. */
  until: z.nullable(calendarDay),
})
export type QuarantineEntry = z.infer<typeof QuarantineEntry>

const Stored = z.object({
  key: z.string(),
  reason: z.string(),
  until: z.nullable(z.string()),
  version: z.int(),
  /** Rule of the project that quarantined the test; null if a user did, or has changed the entry since. */
  rule: z.nullable(FlakyRule),
  /** Author; null for a rule, and once the account is deleted. */
  by: z.nullable(z.string()),
  at: z.string(),
})

export const QuarantinedTest = z.object({
  ...Stored.shape,
  name: z.string(),
  className: z.nullable(z.string()),
  /** Owner of the test as its newest run names it. */
  owner: z.nullable(z.string()),
  /** Whether the last day is over, so that failures count again. */
  isExpired: z.boolean(),
  /** Results of the ended runs since the test was quarantined, oldest first, at most `QUARANTINE_RUNS`. */
  recent: z.array(ResultKind),
  /** Number of consecutive passes without a failed attempt up to now. */
  passedInARow: z.int(),
  /** The newest run of the test. */
  last: z.nullable(z.object({ launchId: z.int(), launchNumber: z.int(), testId: z.int(), at: z.string() })),
})
export type QuarantinedTest = z.infer<typeof QuarantinedTest>

export const listQuarantine = defineCall({
  name: 'listQuarantine',
  summary: 'Quarantined tests of a project, with how they did since',
  method: 'GET',
  path: '/api/projects/:projectKey/quarantine',
  access: { project: 'launches:read' },
  reports: true,
  feature: 'test-automation',
  params: InProject,
  answer: z.object({ items: z.array(QuarantinedTest) }),
})

const QuarantineMark = z.object({ testId: z.int(), ...Stored.shape })
export type QuarantineMark = z.infer<typeof QuarantineMark>

/** Omits expired entries. */
export const listLaunchQuarantine = defineCall({
  name: 'listLaunchQuarantine',
  summary: 'Tests of a launch that are in quarantine now',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/quarantine',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InLaunch,
  answer: z.object({ items: z.array(QuarantineMark) }),
})

const requested = {
  /** Null if the test is not in quarantine or the entry has expired. */
  version: z.nullable(z.int()),
  /** Null releases the test. */
  entry: z.nullable(QuarantineEntry),
}
export const WantedQuarantine = z.union([
  z.object({ testId: z.int(), ...requested }),
  z.object({ key: testKey, ...requested }),
])
export type WantedQuarantine = z.infer<typeof WantedQuarantine>

export const QuarantineOutcome = z.object({
  key: z.string(),
  name: z.string(),
  /** Null if the test was released. */
  version: z.nullable(z.int()),
  before: z.nullable(QuarantineEntry),
  after: z.nullable(QuarantineEntry),
})
export type QuarantineOutcome = z.infer<typeof QuarantineOutcome>

/**
 * Quarantines tests, changes reason or last day, or releases tests, all or none. Each item contains the version that the caller saw; 409
 * `stale` when a user changed one meanwhile. 400 for tests that cannot be identified across launches.
 */
export const changeQuarantine = defineCall({
  name: 'changeQuarantine',
  summary: 'Quarantines or releases tests',
  method: 'PUT',
  path: '/api/projects/:projectKey/quarantine',
  access: { project: 'launches:write' },
  feature: 'test-automation',
  params: InProject,
  body: z.object({
    items: z.array(WantedQuarantine).check(z.minLength(1), z.maxLength(LIMITS.testsAtOnce)),
  }),
  answer: z.object({ items: z.array(QuarantineOutcome) }),
})

/** Returns the items that undo a change. */
export const undoOfQuarantine = (outcomes: readonly QuarantineOutcome[]): WantedQuarantine[] =>
  outcomes.map(({ key, version, before }) => ({ key, version, entry: before }))
