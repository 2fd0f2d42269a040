import { z } from 'zod/mini'
import { understood } from './json.ts'
import { aTest, reasonOf, type ReportedStatus, type ReportedTest, type Reporting } from './reported.ts'

const STATUSES: Record<string, ReportedStatus> = {
  passed: 'PASSED',
  failed: 'FAILED',
  broken: 'FAILED',
  skipped: 'SKIPPED',
  unknown: 'ABORTED',
}
/** Labels that duplicate other fields of the test. */
const SAID_ELSEWHERE = new Set([
  'testClass',
  'testMethod',
  'package',
  'host',
  'thread',
  'framework',
  'language',
  'tag',
  'owner',
])
const STEPS_DEEP = 5

const Step = z.object({
  name: z.optional(z.string()),
  status: z.optional(z.string()),
  steps: z.optional(z.array(z.unknown())),
})
const AllureResult = z.object({
  name: z.string(),
  historyId: z.nullish(z.string()),
  fullName: z.nullish(z.string()),
  status: z.nullish(z.string()),
  statusDetails: z.nullish(z.object({ message: z.nullish(z.string()), trace: z.nullish(z.string()) })),
  start: z.nullish(z.number()),
  stop: z.nullish(z.number()),
  labels: z.nullish(z.array(z.object({ name: z.string(), value: z.nullish(z.string()) }))),
  parameters: z.nullish(z.array(z.object({ name: z.nullish(z.string()), value: z.nullish(z.string()) }))),
  steps: z.nullish(z.array(z.unknown())),
})
type AllureResult = z.infer<typeof AllureResult>

/**
 * Reads the results of one Allure folder. Results with the same history are attempts of one test; the one that started last is its result.
 */
export const createAllureReader = () => {
  const tries = new Map<string, AllureResult[]>()
  return {
    add: (name: string, json: unknown, report: Reporting): void => {
      const result = understood(AllureResult, json, name, report)
      if (result === null) return
      const key = result.historyId ?? name
      tries.set(key, [...(tries.get(key) ?? []), result])
    },
    tests: (report: Reporting): Generator<ReportedTest> => testsOf(tries.values(), report),
  }
}

function* testsOf(histories: Iterable<AllureResult[]>, report: Reporting): Generator<ReportedTest> {
  let framework: string | null = null
  for (const all of histories) {
    const inOrder = all.sort((a, b) => (a.start ?? 0) - (b.start ?? 0))
    const last = inOrder.at(-1)
    if (last === undefined) continue
    framework ??= labelOf(last, 'framework')
    if (framework !== null) report.launch({ framework })
    yield testOf(last, inOrder.slice(0, -1))
  }
}

const labelOf = ({ labels }: AllureResult, name: string): string | null =>
  labels?.find((label) => label.name === name)?.value ?? null

const testOf = (result: AllureResult, earlier: readonly AllureResult[]): ReportedTest => {
  const { start, stop } = result
  const values = (result.parameters ?? []).flatMap(({ value }) => value ?? [])
  return aTest({
    name:
      values.length === 0 || result.name.includes(values[0] ?? '')
        ? result.name
        : `${result.name} (${values.join(', ')})`,
    className: labelOf(result, 'testClass') ?? suitesOf(result) ?? labelOf(result, 'package'),
    methodName: labelOf(result, 'testMethod') ?? result.fullName ?? null,
    status: statusOf(result),
    reason: failureOf(result),
    startedAt: start ?? null,
    durationMs: typeof start === 'number' && typeof stop === 'number' ? Math.max(0, stop - start) : null,
    labels: (result.labels ?? []).flatMap(({ name, value }) =>
      value && !SAID_ELSEWHERE.has(name) && !SUITES.includes(name) ? [{ key: name, value }] : [],
    ),
    groups: (result.labels ?? []).flatMap(({ name, value }) => (name === 'tag' && value ? [value] : [])),
    owner: labelOf(result, 'owner'),
    output: stepLines(result.steps ?? [], 0),
    earlier: earlier.map((one) => ({ status: statusOf(one), reason: failureOf(one) })),
  })
}

const SUITES = ['parentSuite', 'suite', 'subSuite']
const suitesOf = (result: AllureResult): string | null =>
  SUITES.flatMap((name) => labelOf(result, name) ?? []).join(' › ') || null

const statusOf = ({ status }: AllureResult): ReportedStatus => STATUSES[status ?? 'unknown'] ?? 'ABORTED'

const failureOf = ({ status, statusDetails }: AllureResult): string | null =>
  status === 'passed' ? null : reasonOf(statusDetails?.message, statusDetails?.trace)

const stepLines = (steps: readonly unknown[], depth: number): ReportedTest['output'] =>
  steps.flatMap((entry) => {
    const step = Step.safeParse(entry).data
    if (step?.name === undefined || depth > STEPS_DEEP) return []
    const hasFailed = step.status === 'failed' || step.status === 'broken'
    const line = {
      level: hasFailed ? ('WARN' as const) : ('INFO' as const),
      message: `${'  '.repeat(depth)}${step.name} (${step.status ?? 'unknown'})`,
    }
    return [line, ...stepLines(step.steps ?? [], depth + 1)]
  })
