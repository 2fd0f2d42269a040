import { Unreadable } from '../../../reading/source-file.ts'
import { IN_THE_ENTRY } from './attempts.ts'
import { OF_TESTS, type AttachmentFact, type AttemptFact, type Fact, type StepFact, type TestFact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { fieldsOf, listOf, recordsOf, stringOf, type JsonPath, type JsonRecord } from './json-records.ts'
import { epochMs, isEpochSeconds, milliseconds, seconds, type Quantity } from './numbers.ts'
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
  identity: 'The suite, or else the file, and the name.',
  steps: '`steps` of the test.',
  attachments: '`attachments` of tests and of `retryAttempts`, with a path or a data address, and `screenshot`.',
  writers: 'the reporters of the Common Test Report Format',
  notes: [
    '`environment` has the branch, commit, build and repository of the launch.',
    '`other` is what reporters write for a todo: it counts as skipped, unless `rawStatus` is a failure or an abort.',
    '`retryAttempts`, `retries` and `flaky` are attempts; attempts without details have none.',
    'Times that are seconds since 1970 are read as such. Then durations are seconds, too, unless one of them is longer than its test or the run.',
  ],
}

/** Limit of the attempts that a report only counts. */
const ATTEMPTS_LIMIT = 100
const BEYOND = {
  one: 'attempt',
  many: 'attempts',
  of: OF_TESTS,
  rest: `not imported: a test has at most ${ATTEMPTS_LIMIT} that the report only counts`,
}

const isTest = (path: JsonPath): boolean => path.length === 3 && path[0] === 'results' && path[1] === 'tests'
const isSummary = (path: JsonPath): boolean => path.length === 2 && path[0] === 'results' && path[1] === 'summary'

async function* readCtrf(input: ReportInput): AsyncGenerator<Fact> {
  const isWanted = (path: JsonPath): boolean =>
    isTest(path) ||
    isSummary(path) ||
    (path.length === 2 && path[0] === 'results' && (path[1] === 'tool' || path[1] === 'environment'))
  let durationOf: typeof seconds | null = null
  for await (const records of recordsOf(input, isWanted))
    for (const record of records) {
      if (durationOf === null && isTest(record.path)) {
        const isInSeconds = await areDurationsSeconds(input)
        durationOf = isInSeconds ? seconds : milliseconds
        if (isInSeconds)
          input.problem({
            message:
              'The times of the report are in seconds, not in milliseconds: its durations were read as seconds, too',
          })
      }
      yield* factsOf(record, durationOf ?? milliseconds, input)
    }
}

const timeOf = (value: unknown): Quantity => epochMs(isEpochSeconds(value) ? Number(value) * 1000 : value)

/** A time in milliseconds proves that the report is; so does a duration that, in seconds, would not fit into its test or the run. */
const areDurationsSeconds = async (input: ReportInput): Promise<boolean> => {
  let isInSeconds = false
  let runSeconds = Infinity
  let longest = 0
  try {
    for await (const records of recordsOf({ ...input, problem: () => {} }, (path) => isTest(path) || isSummary(path)))
      for (const { value, path } of records) {
        const { start, stop, duration } = fieldsOf(value)
        for (const time of [start, stop])
          if (isEpochSeconds(time)) isInSeconds = true
          else if (epochMs(time).ms !== null) return false
        // Whole seconds: the time between them may be almost one second longer.
        const between = isEpochSeconds(start) && isEpochSeconds(stop) ? Number(stop) - Number(start) + 1 : Infinity
        if (isSummary(path)) runSeconds = between
        else if (Number(duration) > between) return false
        else longest = Math.max(longest, Number(duration) || 0)
      }
  } catch (error) {
    // The other reading reports where the file breaks.
    if (!(error instanceof Unreadable)) throw error
  }
  return isInSeconds && longest <= runSeconds
}

function* factsOf({ value, path }: JsonRecord, durationOf: typeof seconds, input: ReportInput): Generator<Fact> {
  const fields = fieldsOf(value)
  if (path[1] === 'tool') yield { kind: 'launch', framework: stringOf(fields.name) }
  else if (path[1] === 'summary')
    yield { kind: 'launch', startedAt: timeOf(fields.start), failures: Number(stringOf(fields.failed) ?? 0) || 0 }
  else if (path[1] === 'environment')
    yield {
      kind: 'launch',
      name: stringOf(fields.reportName) ?? stringOf(fields.appName),
      build: stringOf(fields.buildNumber) ?? stringOf(fields.buildName),
      environment: stringOf(fields.testEnvironment),
      origin: {
        commit: fields.commit,
        branch: fields.branchName,
        buildUrl: fields.buildUrl,
        buildNumber: fields.buildNumber,
        job: fields.buildName,
        repositoryUrl: fields.repositoryUrl,
      },
    }
  else if (stringOf(fields.name) === null && stringOf(fields.status) === null)
    input.problem({
      message: `Entry ${Number(path[2]) + 1} has neither name nor status and was left out`,
      group: 'no test',
    })
  else yield testOf(fields, durationOf, input)
}

const testOf = (test: Readonly<Record<string, unknown>>, durationOf: typeof seconds, input: ReportInput): TestFact => {
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
    startedAt: timeOf(test.start),
    duration: durationOf(test.duration),
    labels: [...labels, { key: 'browser', value: stringOf(test.browser) ?? '' }],
    groups: listOf(test.tags).map(stringOf),
    steps: listOf(test.steps).map(stepOf),
    output: [
      { level: 'INFO', text: linesOf(test.stdout) },
      { level: 'WARN', text: linesOf(test.stderr) },
    ],
    attachments: [
      ...attachmentsOf(test.attachments, input),
      ...(typeof test.screenshot === 'string' && test.screenshot !== '' ? [screenshotOf(test.screenshot, input)] : []),
    ],
    attempts: attemptsOf(test, input),
  }
}

const attachmentsOf = (value: unknown, input: ReportInput): AttachmentFact[] =>
  listOf(value).map((one) => {
    const { name, path, contentType } = fieldsOf(one)
    const known = { name: stringOf(name), contentType: stringOf(contentType) }
    return { ...known, ...placeOf(stringOf(path) ?? '', input) }
  })

/** The format has the content of a screenshot; some reporters write its path. */
const screenshotOf = (text: string, input: ReportInput): AttachmentFact => ({
  name: 'screenshot',
  contentType: 'image/png',
  ...(/\.\w{3,4}$/.test(text) ? { path: text } : placeOf(`data:;base64,${text.replace(DATA, '')}`, input)),
})

const DATA = /^data:[^,]{0,200};base64,/

const placeOf = (path: string, { saveContent }: ReportInput): Pick<AttachmentFact, 'path' | 'content'> =>
  DATA.test(path) ? { content: saveContent(path.replace(DATA, ''), 'base64') } : { path }

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
  return { name: stringOf(name) ?? stringOf(value), status: stringOf(status), depth: 0 }
}

/** Attempts before the last one. Reporters list all of them, the earlier ones, or only their number. */
const attemptsOf = (test: Readonly<Record<string, unknown>>, input: ReportInput): AttemptFact[] => {
  const count = retriesOf(test)
  const listed = listOf(test.retryAttempts).map((value): AttemptFact => {
    const { status, message, trace, attachments } = fieldsOf(value)
    return {
      status: stringOf(status) ?? 'failed',
      reason: reasonOf(stringOf(message), stringOf(trace)),
      attachments: attachmentsOf(attachments, input),
    }
  })
  // The last of more attempts than there were retries is the test itself.
  const earlier = count !== null && listed.length === count + 1 ? listed.slice(0, -1) : listed
  const missing = Math.max(0, (count ?? 0) - earlier.length)
  if (missing > ATTEMPTS_LIMIT) input.problem({ message: '', beyond: { ...BEYOND, count: missing - ATTEMPTS_LIMIT } })
  return [...Array.from({ length: Math.min(missing, ATTEMPTS_LIMIT) }, () => ({ status: 'failed' })), ...earlier]
}

/** A flaky test had at least one failed attempt. Null when the report does not tell. */
const retriesOf = ({ retries, flaky, status }: Readonly<Record<string, unknown>>): number | null => {
  const isCount = typeof retries === 'number' && Number.isInteger(retries) && retries >= 0
  const count = isCount ? retries : null
  if (flaky === true && status === 'passed') return Math.max(1, count ?? 0)
  return count
}
