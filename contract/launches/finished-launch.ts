import { z } from 'zod/mini'
import { BODY_BYTES, chosenId, defineCall, zonedTime } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { Label } from './launches.ts'
import { clean } from './clean.ts'
import { StatedOrigin } from './launch-origin.ts'

/** Maximum tests of a launch, and attempts and log lines of a test. */
export const MAX_FINISHED_LAUNCH = { tests: 500, attempts: 10, logLines: 200 } as const

const text = (max: number) =>
  z.pipe(
    z.string().check(z.trim(), z.maxLength(max, `Must be at most ${max} characters`)),
    z.transform((value: string) => clean(value)),
  )
const needed = (max: number) => text(max).check(z.refine((value) => value !== '', 'This field is required'))
const time = z.pipe(
  zonedTime,
  z.transform((value: string) => new Date(value)),
)
/** Half of the limit for a launch or test, which leaves room for case keys and label names. */
const CHARACTERS = LIMITS.reportedCharacters / 2
const labels = z._default(
  z.array(z.extend(Label, { key: needed(255), value: text(4000) })).check(
    z.maxLength(LIMITS.reportedEntries / 2),
    z.refine(
      (all) => all.reduce((sum, { key, value }) => sum + key.length + value.length, 0) <= CHARACTERS,
      `Must have at most ${CHARACTERS} characters in all`,
    ),
  ),
  [],
)
const reason = z._default(z.nullable(text(50_000)), null)
const Result = z.enum(['PASSED', 'FAILED', 'SKIPPED', 'BLOCKED', 'ABORTED'])

const FinishedTest = z
  .object({
    name: needed(4000),
    className: z._default(z.nullable(text(2000)), null),
    maintainer: z._default(z.nullable(text(255)), null),
    result: Result,
    /** Message and stack trace of a failure, or why the test was skipped. */
    reason,
    /** Issue to link the failure to. */
    issueId: z._default(z.nullable(needed(LIMITS.issueId)), null),
    startedAt: time,
    endedAt: time,
    labels,
    /** Keys of the cases that the test automates. */
    caseKeys: z._default(z.array(needed(255)).check(z.maxLength(20)), []),
    /** Earlier attempts, oldest first. */
    earlier: z._default(
      z.array(z.object({ result: Result, reason })).check(z.maxLength(MAX_FINISHED_LAUNCH.attempts)),
      [],
    ),
    logs: z._default(
      z
        .array(z.object({ at: time, level: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']), message: text(10_000) }))
        .check(z.maxLength(MAX_FINISHED_LAUNCH.logLines)),
      [],
    ),
  })
  .check(
    z.refine(({ issueId, result, reason: why }) => issueId === null || (result === 'FAILED' && (why ?? '') !== ''), {
      path: ['issueId'],
      error: 'Only failed tests with a reason can be linked to an issue',
    }),
  )
export type FinishedTest = z.infer<typeof FinishedTest>

export const FinishedLaunch = z.object({
  /** Idempotency key, chosen by the caller: a launch that is sent again is not recorded twice. */
  uuid: chosenId,
  name: needed(255),
  startedAt: time,
  endedAt: time,
  framework: z._default(z.nullable(text(255)), null),
  environment: z._default(z.nullable(text(255)), null),
  build: z._default(z.nullable(text(255)), null),
  browser: z._default(z.nullable(text(255)), null),
  platform: z._default(z.nullable(text(255)), null),
  /** Name of the milestone. */
  milestone: z._default(z.nullable(needed(LIMITS.milestoneName)), null),
  /** Commit, branch, pull request and build. Labels such as `branch` count for fields that it omits. */
  origin: z.nullish(StatedOrigin),
  labels,
  /** Review comment. When present, the caller is recorded as the reviewer. */
  review: z._default(z.nullable(needed(LIMITS.reviewComment)), null),
  tests: z.array(FinishedTest).check(z.minLength(1), z.maxLength(MAX_FINISHED_LAUNCH.tests)),
})
export type FinishedLaunch = z.infer<typeof FinishedLaunch>
/** The body before parsing, with times as text. */
export type FinishedLaunchSent = z.input<typeof FinishedLaunch>

/**
 * Records complete results, for example from an archive: launch, tests and logs in one transaction, with times that may be in the past. For
 * a `uuid` that already exists in the project, changes nothing and answers with the existing launch.
 */
export const recordFinishedLaunch = defineCall({
  name: 'recordFinishedLaunch',
  summary: 'Records a launch that has ended, with all its tests, once for each uuid',
  method: 'POST',
  path: '/api/projects/:projectKey/finished-launches',
  access: { project: 'launches:report' },
  reports: true,
  bodyBytes: BODY_BYTES.long,
  feature: 'test-automation',
  params: InProject,
  body: FinishedLaunch,
  answer: z.object({ launchId: z.int(), number: z.int(), testIds: z.array(z.int()) }),
})
