import { z } from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { isScriptAddress, SCRIPT_ADDRESS } from '../links.ts'
import { clean, cleanJson } from './clean.ts'
import { RESULT_IMPORT_LIMITS } from './result-import-limits.ts'
import { StatedOrigin } from './launch-origin.ts'
import { BOTH_OR_NEITHER, Shard } from './shards.ts'

/**
 * Requests of reporting agents. Accepts every variant that known agents send. Ignores unknown fields; treats `null`, blank and absent
 * optional fields alike. Answers are plain objects built by the server.
 */

const scalar = z.union([z.string(), z.number(), z.boolean()])
const textOf = (max: number) =>
  z.pipe(
    z.pipe(
      scalar,
      z.transform((value: string | number | boolean) => clean(String(value))),
    ),
    z.string().check(z.maxLength(max, `Must be at most ${max} characters`)),
  )
const needed = (max: number) =>
  z.pipe(textOf(max), z.string().check(z.refine((value) => value.trim() !== '', 'Must not be blank')))

/** Parses absent, `null` and blank text as `null`. */
const optionalText = (max: number) =>
  z.pipe(
    z.nullish(textOf(max)),
    z.transform((value) => (value === null || value === undefined || value.trim() === '' ? null : value)),
  )

const flag = z.pipe(
  z.nullish(z.union([z.boolean(), z.string()])),
  z.transform((value) =>
    value === null || value === undefined || value === '' ? null : String(value).toLowerCase() === 'true',
  ),
)
const whole = z.pipe(
  z.union([
    z.number(),
    z.pipe(z.string().check(z.regex(/^\s*-?\d{1,15}\s*$/, 'Must be a whole number')), z.transform(Number)),
  ]),
  z.int(),
)
const optionalWhole = z.pipe(
  z.nullish(z.union([whole, z.literal('')])),
  z.transform((value) => (value === '' || value === undefined ? null : value)),
)

/** Parses an invalid id as null, so that the rest of the request is accepted. */
const idIfAny = z.pipe(
  z.nullish(z.unknown()),
  z.transform((value) => whole.safeParse(value).data ?? null),
)
/** Whole number in the range of the column. */
const optionalIndex = z.pipe(optionalWhole, z.nullable(z.int32()))

const FAR_FUTURE = Date.UTC(2200, 0)
/** Longer than any time that an agent sends, including its decimals. */
const MAX_TIME = 100
const ISO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:\s*(Z|[+-]\d\d:?\d\d))?$/
/**
 * Parses a time strictly: `Date` alone accepts almost any text. A time without a zone is taken as UTC, so that the launch is not rejected.
 */
const dateOf = (text: string): Date => {
  const trimmed = text.trim()
  const [, day, clock, zone = 'Z'] = trimmed.length > MAX_TIME ? [] : (ISO_TIME.exec(trimmed) ?? [])
  return new Date(day === undefined ? Number.NaN : `${day}T${clock}${zone}`)
}
/** ISO-8601 with a zone and any number of decimals. Times in the future are accepted, because the sender's clock may be ahead. */
const time = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value: string | number) => (typeof value === 'string' ? dateOf(value) : new Date(value))),
  ),
  z
    .date('Must be a date and time with zone')
    .check(
      z.refine((value) => value.getTime() >= 0 && value.getTime() < FAR_FUTURE, 'Must be a date and time with zone'),
    ),
)
const optionalTime = z.pipe(
  z.nullish(z.union([time, z.literal('')])),
  z.transform((value) => (value instanceof Date ? value : null)),
)
const epochMs = z.pipe(
  z.union([
    z.number(),
    z.pipe(
      z.string().check(z.regex(/^\s*\d{1,16}(\.\d+)?\s*$/, 'Must be milliseconds since 1970')),
      z.transform(Number),
    ),
  ]),
  z.pipe(
    z.number().check(z.minimum(0), z.maximum(FAR_FUTURE)),
    z.transform((value: number) => Math.trunc(value)),
  ),
)

/** Array of at most `most` entries. Checks the length before the entries, so that a huge array costs nothing. */
const arrayOf = <T>(one: z.ZodMiniType<T>, max: number) =>
  z.pipe(z.array(z.unknown()).check(z.maxLength(max, `Must have at most ${max} entries`)), z.array(one))
const listOf = <T>(one: z.ZodMiniType<T>, max = 1000) =>
  z.pipe(
    z.nullish(arrayOf(one, max)),
    z.transform((value) => value ?? []),
  )

const DEEPEST = 50
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)))
/** Any JSON, without the characters that the database cannot store. */
const json = z.pipe(
  z.nullish(
    z.unknown().check(z.refine((value) => !isDeeper(value, DEEPEST), `Must be at most ${DEEPEST} levels deep`)),
  ),
  z.transform((value: unknown) => (value === undefined || value === null ? null : cleanJson(value))),
)
const ReportedLabel = z.object({ key: needed(255), value: textOf(4000) })
export const ReportedLabels = z.object({ items: listOf(ReportedLabel) })
const address = z.pipe(textOf(4000), z.string().check(z.refine((text) => !isScriptAddress(text), SCRIPT_ADDRESS)))
export const ReportedReferences = z.object({ items: listOf(z.object({ name: needed(500), value: address })) })

/** List whose entries together do not exceed the character limit of a launch or test. */
const bounded = <T>(lengthOf: (one: T) => number) =>
  z
    .array(z.custom<T>())
    .check(
      z.refine(
        (all) => all.reduce((sum, one) => sum + lengthOf(one), 0) <= LIMITS.reportedCharacters,
        `Must be at most ${LIMITS.reportedCharacters} characters in all`,
      ),
    )

const envVariables = z.pipe(
  z.nullish(z.record(z.string(), z.nullish(scalar))),
  z.transform((value) =>
    Object.fromEntries(
      Object.entries(value ?? {}).flatMap(([key, one]) =>
        one === null || one === undefined ? [] : [[clean(key), clean(String(one))]],
      ),
    ),
  ),
)

export const TokenExchange = z.object({ refreshToken: needed(1000) })

/** Launch start (protocol 2.3). */
export const StartLaunch = z
  .object({
    uuid: optionalText(255),
    name: needed(2000),
    startedAt: time,
    status: optionalText(50),
    framework: optionalText(255),
    config: z.nullish(
      z.object({ environment: optionalText(255), build: optionalText(255), treatSkipsAsFailures: flag }),
    ),
    milestone: z.nullish(z.object({ id: idIfAny, name: optionalText(255) })),
    ciContext: z.nullish(z.object({ ciType: optionalText(50), envVariables })),
    /** Not sent by the public agents: for reporters of one's own. */
    origin: z.nullish(StatedOrigin),
    /** Parallel jobs of a build report to one launch: the key of the build, and which of them this is. */
    buildKey: optionalText(255),
    shard: z.nullish(Shard),
    notifications: json,
    notificationTargets: json,
    jenkinsContext: z.nullish(
      z.object({
        jobUrl: optionalText(2000),
        jobNumber: optionalText(50),
        parentJobUrl: optionalText(2000),
        parentJobNumber: optionalText(50),
      }),
    ),
  })
  .check(
    z.refine(({ buildKey, shard }) => (buildKey === null) === (shard == null), {
      path: ['shard'],
      error: BOTH_OR_NEITHER,
    }),
  )
export type StartLaunch = z.infer<typeof StartLaunch>

/** `shard`: only this part of the launch has ended; the launch ends with the last one. */
export const FinishLaunch = z.object({ endedAt: optionalTime, shard: z.nullish(z.object({ index: z.int() })) })
/** JSON Patch; only `/config/build` has an effect. */
export const PatchLaunch = arrayOf(z.object({ op: z.string(), path: z.string(), value: optionalText(255) }), 1000)
export const LaunchPlatform = z.object({ name: needed(255), version: optionalText(255) })
const textSetting = z.pipe(
  z.string().check(z.maxLength(4000)),
  z.transform((value: string) => clean(value)),
)
/** Any subset of the settings of section 5; `null` removes a setting. */
export const TcmConfigs = z.pipe(
  z.record(z.string().check(z.maxLength(100)), z.nullish(z.union([textSetting, z.number(), z.boolean()]))),
  z.transform((value) => Object.fromEntries(Object.entries(value).map(([key, one]) => [clean(key), one]))),
)

/** Start, restart and headless update of a test (protocol 2.5). A headless test may have no name yet. */
export const StartTest = z.object({
  name: optionalText(4000),
  className: optionalText(2000),
  methodName: optionalText(2000),
  startedAt: time,
  argumentsIndex: optionalIndex,
  maintainer: optionalText(255),
  correlationData: optionalText(100_000),
  labels: listOf(ReportedLabel),
  testGroups: z.pipe(
    listOf(textOf(2000)),
    bounded((group: string) => group.length),
  ),
})
export type StartTest = z.infer<typeof StartTest>

const results = ['PASSED', 'FAILED', 'SKIPPED', 'ABORTED', 'BLOCKED'] as const
export const FinishTest = z.object({
  endedAt: optionalTime,
  result: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.toUpperCase()),
    ),
    z.enum(results),
  ),
  reason: optionalText(2_000_000),
})
export type FinishTest = z.infer<typeof FinishTest>

export const PatchTest = z.object({ maintainer: optionalText(255) })
export const KnownIssueQuestion = z.object({ failureReason: optionalText(2_000_000) })

const caseLink = z.object({
  tcmType: z.enum(['ZEBRUNNER', 'TEST_RAIL', 'XRAY', 'ZEPHYR']),
  testCaseId: needed(255),
  /** Absent: keeps the stored status. '': does not push this one. */
  resultStatus: z.nullish(textOf(255)),
})
/** JavaScript agents send `items`, Java agents `testCases`. */
export const UpsertTestCases = z.object({ items: listOf(caseLink), testCases: listOf(caseLink) })

const testIds = listOf(whole, 100_000)
export const StartSession = z.object({
  sessionId: optionalText(500),
  initiatedAt: optionalTime,
  startedAt: optionalTime,
  status: optionalText(50),
  failureReason: optionalText(100_000),
  desiredCapabilities: json,
  capabilities: json,
  testIds,
})
export type StartSession = z.infer<typeof StartSession>
export const UpdateSession = z.object({ endedAt: optionalTime, testIds })

/** Logs of several tests (protocol 2.7). */
export const SendLogs = arrayOf(
  z.object({
    testId: whole,
    level: optionalText(50),
    timestamp: epochMs,
    message: z.pipe(
      z.nullish(textOf(5_000_000)),
      z.transform((value) => value ?? ''),
    ),
  }),
  100_000,
)
export type SendLogs = z.infer<typeof SendLogs>

/** Maximum tests of one call. */
export const MAX_TEST_REPORTS = 1000
/** Maximum characters of one log message of a `TestReport`. */
export const MAX_LOG_MESSAGE = 1_000_000

const optionalMs = z.nullish(z.int32().check(z.minimum(0)))
const ReportedStep = z.object({
  title: optionalText(10_000),
  depth: z.int32().check(z.minimum(0)),
  status: z.nullish(z.enum(results)),
  category: optionalText(1000),
  startMs: optionalMs,
  durationMs: optionalMs,
  location: optionalText(4000),
  details: optionalText(10_000),
  error: optionalText(100_000),
  snippet: optionalText(10_000),
})
export type ReportedStep = z.infer<typeof ReportedStep>

/**
 * What has happened to a test since the last call, in this order. `key` names the test within the call; `id` is that of an earlier answer,
 * and absent for a test that starts in this call. A start with an id, or of a key that has started in this call, is another attempt.
 */
export const TestReport = z.object({
  key: needed(100),
  id: optionalWhole,
  start: z.nullish(
    StartTest.check(z.refine(({ name }) => name !== null, { path: ['name'], error: 'Must not be blank' })),
  ),
  /** Added to those of the start. */
  labels: listOf(ReportedLabel),
  logs: listOf(z.object({ level: optionalText(50), timestamp: epochMs, message: textOf(MAX_LOG_MESSAGE) }), 100_000),
  /** Steps of the attempt, depth first, and the number of those that its reporter left out. */
  steps: z.nullish(
    z.object({ items: listOf(ReportedStep, RESULT_IMPORT_LIMITS.steps), omitted: z._default(z.int32(), 0) }),
  ),
  finish: z.nullish(FinishTest),
})
export type TestReport = z.infer<typeof TestReport>

/** Sent by the reporters of Assay, not by the public agents. A call has the reports of about half a second. An invalid entry does not affect the others. */
export const ReportTests = z.object({
  tests: z.array(z.unknown()).check(z.maxLength(MAX_TEST_REPORTS, `Must have at most ${MAX_TEST_REPORTS} entries`)),
})

export const ReportedTests = z.object({
  /** Ids of the tests of the call. */
  tests: z.array(z.object({ key: z.string(), id: z.int() })),
  /** Entries that were left out: their index, and why. */
  problems: z.array(z.object({ index: z.int(), message: z.string() })),
})
export type ReportedTests = z.infer<typeof ReportedTests>

const fromQuery = (min: number) => z.pipe(z.coerce.number(), z.int32().check(z.minimum(min)))
/** File of an attempt of a test; `step`: index of the step that it belongs to, `at`: milliseconds since 1970. */
export const AttachmentQuery = z.object({
  attempt: fromQuery(1),
  step: z.optional(fromQuery(0)),
  at: epochMs,
})

/** Size and hash of a file that a reporter writes to the bucket. S3 copies objects of at most 5 GB. */
export const DirectUploadContent = z.object({
  sizeBytes: z.int().check(z.minimum(1), z.maximum(5 * 1024 ** 3)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits')),
})

/** The signed PUT request of an upload. Null if reporters cannot reach the storage. */
export const DirectUpload = z.object({
  upload: z.nullable(z.object({ id: z.uuid(), url: z.url(), headers: z.record(z.string(), z.string()) })),
})

/** Name and hash of an uploaded file. The hash is part of the idempotency key. */
export const CompleteDirectUpload = z.object({ name: optionalText(4000), sha256: DirectUploadContent.shape.sha256 })

/** The launch in the answer to its start. */
export const StartedLaunch = z.object({ id: z.int(), uuid: z.string() })
