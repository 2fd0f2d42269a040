import { z } from 'zod/mini'
import { Unreadable } from '../../../reading/source-file.ts'
import { understood } from './json.ts'
import {
  aTest,
  outputOf,
  reasonOf,
  timeOf,
  type ReportedStatus,
  type ReportedTest,
  type Reporting,
} from './reported.ts'

const Failure = z.object({
  message: z.optional(z.string()),
  stack: z.optional(z.string()),
  value: z.optional(z.string()),
})
const Output = z.optional(z.array(z.object({ text: z.optional(z.string()) })))
const Result = z.object({
  status: z.optional(z.string()),
  duration: z.optional(z.number()),
  startTime: z.optional(z.string()),
  errors: z.optional(z.array(Failure)),
  stdout: Output,
  stderr: Output,
})
export type PlaywrightResult = z.infer<typeof Result>

const Spec = z.object({
  title: z.string(),
  file: z.optional(z.string()),
  line: z.optional(z.number()),
  tags: z.optional(z.array(z.string())),
  tests: z.array(
    z.object({
      projectName: z.optional(z.string()),
      expectedStatus: z.optional(z.string()),
      annotations: z.optional(z.array(z.object({ type: z.string(), description: z.optional(z.string()) }))),
      results: z.array(Result),
    }),
  ),
})
const Suite = z.object({
  title: z.string(),
  suites: z.optional(z.array(z.unknown())),
  specs: z.optional(z.array(z.unknown())),
})
const Report = z.object({
  suites: z.array(z.unknown()),
  stats: z.optional(z.object({ startTime: z.optional(z.string()) })),
})

const SUITES_DEEP = 50

/** Test of one project, common to the JSON and the blob report. */
export interface PlaywrightTest {
  title: string
  /** Titles of the suites that contain it; the outermost is the file. */
  path: readonly string[]
  line: number | null
  projectName: string
  tags: readonly string[]
  annotations: readonly { type: string; description?: string | undefined }[]
  expectedStatus: string
  /** Attempts, oldest first. */
  results: readonly PlaywrightResult[]
}

/** Reads the report of Playwright's JSON reporter. */
export function* readPlaywright(json: unknown, report: Reporting): Generator<ReportedTest> {
  const parsed = Report.safeParse(json)
  if (!parsed.success) throw new Unreadable('The JSON is no report of Playwright: it has no suites')
  report.launch({ framework: 'playwright', startedAt: timeOf(parsed.data.stats?.startTime) })
  for (const suite of parsed.data.suites) yield* testsOf(suite, [], report)
}

function* testsOf(entry: unknown, above: readonly string[], report: Reporting): Generator<ReportedTest> {
  const suite = understood(Suite, entry, 'A suite', report)
  if (suite === null) return
  if (above.length > SUITES_DEEP) throw new Unreadable('Suites of the report stand too deep in each other')
  const path = [...above, suite.title]
  for (const one of suite.specs ?? []) {
    const spec = understood(Spec, one, `A test of ${suite.title}`, report)
    for (const test of spec?.tests ?? [])
      yield playwrightTest({
        title: spec?.title ?? '',
        path,
        line: spec?.line ?? null,
        projectName: test.projectName ?? '',
        tags: spec?.tags ?? [],
        annotations: test.annotations ?? [],
        expectedStatus: test.expectedStatus ?? 'passed',
        results: test.results,
      })
  }
  for (const inner of suite.suites ?? []) yield* testsOf(inner, path, report)
}

/** A test that fails as expected has passed, as Playwright itself counts it. */
const statusOf = (status: string | undefined, expected: string): ReportedStatus => {
  if (status === undefined || status === 'skipped') return 'SKIPPED'
  if (status === 'interrupted') return 'ABORTED'
  return status === expected ? 'PASSED' : 'FAILED'
}

export const playwrightTest = (test: PlaywrightTest): ReportedTest => {
  const last = test.results.at(-1)
  const status = statusOf(last?.status, test.expectedStatus)
  const [file, ...describes] = test.path
  const why = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
  return aTest({
    name: [...describes, test.title].join(' › '),
    className: file ?? null,
    // Several projects run the same test: the project's name keeps their identities apart across launches.
    methodName: `${test.projectName === '' ? '' : `[${test.projectName}] `}${[...describes, test.title].join(' › ')}`,
    status,
    reason: status === 'SKIPPED' ? reasonOf(why, null) : status === 'PASSED' ? null : failuresOf(last),
    startedAt: timeOf(last?.startTime),
    durationMs: last?.duration === undefined ? null : Math.max(0, Math.round(last.duration)),
    labels: [
      ...(test.projectName === '' ? [] : [{ key: 'project', value: test.projectName }]),
      ...test.annotations.flatMap(({ type, description }) => (description ? [{ key: type, value: description }] : [])),
    ],
    groups: test.tags.map((tag) => tag.replace(/^@/, '')),
    output: [
      ...outputOf((last?.stdout ?? []).map(({ text }) => text ?? '').join('')),
      ...outputOf((last?.stderr ?? []).map(({ text }) => text ?? '').join(''), 'WARN'),
    ],
    earlier: test.results
      .slice(0, -1)
      .map((result) => ({ status: statusOf(result.status, test.expectedStatus), reason: failuresOf(result) })),
  })
}

const failuresOf = (result: PlaywrightResult | undefined): string | null =>
  reasonOf(
    null,
    (result?.errors ?? []).map(({ message, stack, value }) => reasonOf(message ?? value, stack) ?? '').join('\n\n'),
  )
