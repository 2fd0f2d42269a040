import { z } from 'zod/mini'
import { Unreadable } from '../../../reading/source-file.ts'
import { understood } from './json.ts'
import { aTest, outputOf, reasonOf, type ReportedStatus, type ReportedTest, type Reporting } from './reported.ts'

const STATUSES: Record<string, ReportedStatus> = {
  passed: 'PASSED',
  failed: 'FAILED',
  skipped: 'SKIPPED',
  pending: 'SKIPPED',
  other: 'ABORTED',
}
const texts = z.optional(z.union([z.string(), z.array(z.string())]))
const Test = z.object({
  name: z.string().check(z.minLength(1)),
  status: z.enum(['passed', 'failed', 'skipped', 'pending', 'other']),
  /** Milliseconds. */
  duration: z.optional(z.number()),
  /** Milliseconds since 1970. */
  start: z.optional(z.number()),
  suite: texts,
  filePath: z.optional(z.string()),
  message: z.optional(z.string()),
  trace: z.optional(z.string()),
  tags: z.optional(z.array(z.string())),
  browser: z.optional(z.string()),
  stdout: texts,
  stderr: texts,
  retryAttempts: z.optional(
    z.array(
      z.object({ status: z.optional(z.string()), message: z.optional(z.string()), trace: z.optional(z.string()) }),
    ),
  ),
})
const Report = z.object({
  results: z.object({
    tool: z.optional(z.object({ name: z.optional(z.string()) })),
    summary: z.optional(z.object({ start: z.optional(z.number()) })),
    environment: z.optional(
      z.object({
        appName: z.optional(z.string()),
        reportName: z.optional(z.string()),
        buildName: z.optional(z.string()),
        buildNumber: z.optional(z.union([z.string(), z.number()])),
        testEnvironment: z.optional(z.string()),
      }),
    ),
    tests: z.array(z.unknown()),
  }),
})

/** Reads reports of the Common Test Report Format. */
export function* readCtrf(json: unknown, report: Reporting): Generator<ReportedTest> {
  const parsed = Report.safeParse(json)
  if (!parsed.success) throw new Unreadable('The JSON is no CTRF report: it has no results with tests')
  const { tool, summary, environment, tests } = parsed.data.results
  report.launch({
    name: environment?.reportName ?? environment?.appName ?? null,
    framework: tool?.name ?? null,
    build: environment?.buildNumber === undefined ? (environment?.buildName ?? null) : String(environment.buildNumber),
    environment: environment?.testEnvironment ?? null,
    startedAt: summary?.start || null,
  })
  for (const entry of tests) {
    const test = understood(Test, entry, 'A test', report)
    if (test !== null) yield testOf(test)
  }
}

const testOf = (test: z.infer<typeof Test>): ReportedTest =>
  aTest({
    name: test.name,
    className: [test.suite ?? []].flat().join(' › ') || test.filePath || null,
    methodName: test.name,
    status: STATUSES[test.status] ?? 'ABORTED',
    reason: reasonOf(test.message, test.trace),
    startedAt: test.start || null,
    durationMs: test.duration === undefined ? null : Math.round(test.duration),
    labels: test.browser === undefined ? [] : [{ key: 'browser', value: test.browser }],
    groups: test.tags ?? [],
    output: [
      ...outputOf([test.stdout ?? []].flat().join('\n')),
      ...outputOf([test.stderr ?? []].flat().join('\n'), 'WARN'),
    ],
    earlier: (test.retryAttempts ?? []).map((one) => ({
      status: STATUSES[one.status ?? 'failed'] ?? 'FAILED',
      reason: reasonOf(one.message, one.trace),
    })),
  })
