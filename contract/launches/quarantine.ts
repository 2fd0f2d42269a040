/** Tests whose failures do not count, because somebody said why. A test is the same over launches by class, method and arguments. */
import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { InLaunch, ResultKind } from './launches.ts'

/** Tests of one project that may be in quarantine. */
export const QUARANTINE_MOST = 1000
/** Results since a test was quarantined that the list shows. */
export const QUARANTINE_RUNS = 20
/** A test can be released when it passed so many times in a row. */
export const RELEASE_AFTER = 5

/** Hash of class, method and arguments. */
const testKey = z.string().check(z.minLength(1), z.maxLength(64))

export const QuarantineEntry = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, TEXTS.required), z.maxLength(500, 'At most 500 characters')),
  /** The last day; null: until somebody releases the test. */
  until: z.nullable(z.iso.date()),
})
export type QuarantineEntry = z.infer<typeof QuarantineEntry>

const Stored = z.object({
  key: z.string(),
  reason: z.string(),
  until: z.nullable(z.string()),
  version: z.int(),
  /** Null once the account is deleted. */
  by: z.nullable(z.string()),
  at: z.string(),
})

export const QuarantinedTest = z.object({
  ...Stored.shape,
  name: z.string(),
  className: z.nullable(z.string()),
  /** The last day is over: failures count again. */
  isExpired: z.boolean(),
  /** Its ended runs since then, oldest first, at most `QUARANTINE_RUNS`. */
  recent: z.array(ResultKind),
  /** Up to now. */
  passedInARow: z.int(),
  /** The newest run of all. */
  last: z.nullable(z.object({ launchId: z.int(), launchNumber: z.int(), testId: z.int(), at: z.string() })),
})
export type QuarantinedTest = z.infer<typeof QuarantinedTest>

export const listQuarantine = defineCall({
  name: 'listQuarantine',
  summary: 'Quarantined tests of a project, with how they did since',
  method: 'GET',
  path: '/api/projects/:projectKey/quarantine',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  answer: z.object({ items: z.array(QuarantinedTest) }),
})

const QuarantineMark = z.object({ testId: z.int(), ...Stored.shape })
export type QuarantineMark = z.infer<typeof QuarantineMark>

/** Expired entries are left out. */
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

const wanted = {
  /** Null: not in quarantine, or expired. */
  version: z.nullable(z.int()),
  /** Null releases the test. */
  entry: z.nullable(QuarantineEntry),
}
export const WantedQuarantine = z.union([
  z.object({ testId: z.int(), ...wanted }),
  z.object({ key: testKey, ...wanted }),
])
export type WantedQuarantine = z.infer<typeof WantedQuarantine>

export const QuarantineOutcome = z.object({
  key: z.string(),
  name: z.string(),
  /** Null: released. */
  version: z.nullable(z.int()),
  before: z.nullable(QuarantineEntry),
  after: z.nullable(QuarantineEntry),
})
export type QuarantineOutcome = z.infer<typeof QuarantineOutcome>

/**
 * Quarantines tests, changes why or until when, or releases them: all or none. Each names the version that the caller saw; 409 `stale` when
 * somebody changed one meanwhile. 400 for tests that nothing tells apart from others over launches.
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

/** What to send to take a change back. */
export const undoOfQuarantine = (outcomes: readonly QuarantineOutcome[]): WantedQuarantine[] =>
  outcomes.map(({ key, version, before }) => ({ key, version, entry: before }))
