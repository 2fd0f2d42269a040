import { IN_THE_ENTRY } from './attempts.ts'
import type { AttemptFact, Fact, StepFact, TestFact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { fieldsOf, listOf, recordsOf, stringOf, type JsonRecord } from './json-records.ts'
import { epochMs, milliseconds } from './numbers.ts'
import { reasonOf } from './texts.ts'

export const CTRF: Format = {
  id: 'ctrf',
  read: readCtrf,
  statuses: {
    passed: 'PASSED',
    failed: 'FAILED',
    skipped: 'SKIPPED',
    pending: 'SKIPPED',
    other: 'SKIPPED',
    'other (failed)': 'FAILED',
    'other (aborted)': 'ABORTED',
  },
  attempts: IN_THE_ENTRY,
  writers: 'the reporters of the Common Test Report Format',
  notes: [
    '`other` is what reporters write for a todo: it counts as skipped, unless `rawStatus` is a failure or an abort.',
    '`retryAttempts`, `retries` and `flaky` are attempts; attempts without details have none.',
  ],
}

const ATTEMPTS_LIMIT = 100

async function* readCtrf(input: ReportInput): AsyncGenerator<Fact> {
  const isWanted = (path: readonly (string | number)[]): boolean =>
    path[0] === 'results' &&
    ((path.length === 2 && (path[1] === 'tool' || path[1] === 'summary' || path[1] === 'environment')) ||
      (path.length === 3 && path[1] === 'tests'))
  for await (const records of recordsOf(input, isWanted)) for (const record of records) yield* factsOf(record, input)
}

function* factsOf({ value, path }: JsonRecord, input: ReportInput): Generator<Fact> {
  const fields = fieldsOf(value)
  if (path[1] === 'tool') yield { kind: 'launch', framework: stringOf(fields.name) }
  else if (path[1] === 'summary')
    yield { kind: 'launch', startedAt: epochMs(fields.start), failures: Number(stringOf(fields.failed) ?? 0) || 0 }
  else if (path[1] === 'environment')
    yield {
      kind: 'launch',
      name: stringOf(fields.reportName) ?? stringOf(fields.appName),
      build: stringOf(fields.buildNumber) ?? stringOf(fields.buildName),
      environment: stringOf(fields.testEnvironment),
    }
  else if (stringOf(fields.name) === null && stringOf(fields.status) === null)
    input.problem({
      message: `Entry ${Number(path[2]) + 1} has neither name nor status and was left out`,
      group: 'no test',
    })
  else yield testOf(fields)
}

const testOf = (test: Readonly<Record<string, unknown>>): TestFact => {
  const suite = [test.suite ?? []].flat().map(stringOf).filter(Boolean).join(' › ')
  const name = stringOf(test.name)
  const labels = Object.entries(fieldsOf(test.labels)).flatMap(([key, value]) => {
    const text = stringOf(value)
    return text === null ? [] : [{ key, value: text }]
  })
  return {
    kind: 'test',
    name,
    className: suite || stringOf(test.filePath),
    methodName: name,
    status: statusOf(test),
    reason: reasonOf(stringOf(test.message), stringOf(test.trace)),
    startedAt: epochMs(test.start),
    duration: milliseconds(test.duration),
    labels: [...labels, { key: 'browser', value: stringOf(test.browser) ?? '' }],
    groups: listOf(test.tags).map(stringOf),
    steps: listOf(test.steps).map(stepOf),
    output: [
      { level: 'INFO', text: linesOf(test.stdout) },
      { level: 'WARN', text: linesOf(test.stderr) },
    ],
    attachments: [
      ...listOf(test.attachments).map((one) => ({ name: stringOf(fieldsOf(one).name) ?? '' })),
      ...(typeof test.screenshot === 'string' && test.screenshot !== '' ? [{ name: 'screenshot' }] : []),
    ],
    attempts: attemptsOf(test),
  }
}

const linesOf = (value: unknown): string =>
  [value ?? []]
    .flat()
    .map((one) => stringOf(one) ?? '')
    .join('\n')

const statusOf = ({ status, rawStatus }: Readonly<Record<string, unknown>>): string | null => {
  const word = stringOf(status)?.trim().toLowerCase() ?? null
  if (word !== 'other') return word
  const raw = stringOf(rawStatus) ?? ''
  if (/fail|error|broken|timed?.?out|crash/i.test(raw)) return 'other (failed)'
  return /abort|interrupt|cancel/i.test(raw) ? 'other (aborted)' : 'other'
}

const stepOf = (value: unknown): StepFact => {
  const { name, status } = fieldsOf(value)
  const word = stringOf(status) ?? 'unknown'
  return { name: stringOf(name) ?? stringOf(value) ?? '', status: word, hasFailed: word === 'failed', depth: 0 }
}

/** Attempts before the last one. Reporters list all of them, the earlier ones, or only their number. */
const attemptsOf = (test: Readonly<Record<string, unknown>>): AttemptFact[] => {
  const count = retriesOf(test)
  const listed = listOf(test.retryAttempts).map((value): AttemptFact => {
    const { status, message, trace } = fieldsOf(value)
    return { status: stringOf(status) ?? 'failed', reason: reasonOf(stringOf(message), stringOf(trace)) }
  })
  // The last of more attempts than there were retries is the test itself.
  const earlier = count !== null && listed.length === count + 1 ? listed.slice(0, -1) : listed
  const missing = Math.max(0, (count ?? 0) - earlier.length)
  return [...Array.from({ length: missing }, () => ({ status: 'failed' })), ...earlier].slice(-ATTEMPTS_LIMIT)
}

/** A flaky test had at least one failed attempt. Null when the report does not tell. */
const retriesOf = ({ retries, flaky, status }: Readonly<Record<string, unknown>>): number | null => {
  const isCount = typeof retries === 'number' && Number.isInteger(retries) && retries >= 0 && retries <= ATTEMPTS_LIMIT
  const count = isCount ? retries : null
  if (flaky === true && status === 'passed') return Math.max(1, count ?? 0)
  return count
}
