import { IN_THE_ENTRY } from './attempts.ts'
import type { AttachmentFact, Fact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { fieldsOf, listOf, recordsOf, stringOf, type JsonPath } from './json-records.ts'
import { linesOf } from './lines.ts'
import { epochMs, milliseconds } from './numbers.ts'
import {
  PLAYWRIGHT,
  PLAYWRIGHT_STATUSES,
  playwrightAttachments,
  playwrightError,
  playwrightOrigin,
  playwrightTest,
  type PlaywrightResult,
  type PlaywrightTest,
} from './playwright.ts'
import { createBlobSteps, type BegunSteps } from './playwright-steps.ts'

const SUITES_DEEP = 50
/** Other lines are not even parsed. */
const WANTED =
  /^\s*\{"method":"(onConfigure|onProject|onTestBegin|onTestEnd|onStepBegin|onStepEnd|onStdIO|onError|onAttach|onEnd)"/

export const PLAYWRIGHT_BLOB: Format = {
  id: 'playwright',
  read: readPlaywrightBlob,
  statuses: PLAYWRIGHT_STATUSES,
  attempts: IN_THE_ENTRY,
  identity: PLAYWRIGHT.identity,
  steps:
    'All of them: of tests, hooks, fixtures, expectations and calls of Playwright, each with its place, its time and its attachments.',
  attachments: '`attachments` of each attempt, in the folder `resources` of the archive or with a body.',
  writers: 'Playwright’s blob reporter, one archive for each shard',
  notes: ['A test that began and did not end counts as aborted.'],
}

interface Known extends Omit<PlaywrightTest, 'results'> {
  results: PlaywrightResult[]
}
interface Begun {
  testId: string
  startTime: unknown
  stdout: string[]
  stderr: string[]
  steps: BegunSteps
  attachments: AttachmentFact[]
}

/** Yields tests at the end of the report, when their last attempts are known. */
async function* readPlaywrightBlob(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'playwright' }
  const tests = new Map<string, Known>()
  const begun = new Map<string, Begun>()
  const beginSteps = createBlobSteps()
  let hasStart = false
  let errors = 0
  let hasEnd = false
  for await (const { line, number } of linesOf(input)) {
    const method = WANTED.exec(line)?.[1]
    if (method === undefined) continue
    if (method === 'onEnd') {
      hasEnd = true
      continue
    }
    const isStep = method === 'onStepBegin' || method === 'onStepEnd'
    const params = fieldsOf(isStep ? stepParamsOf(line, number, input) : await paramsOf(line, number, input))
    if (method === 'onConfigure') yield { kind: 'launch', origin: playwrightOrigin(fieldsOf(params.config).metadata) }
    else if (method === 'onProject') {
      const project = fieldsOf(params.project)
      for (const suite of listOf(project.suites)) addTests(tests, suite, [], stringOf(project.name) ?? '', input)
    } else if (method === 'onTestBegin') {
      const result = fieldsOf(params.result)
      const startTime = result.startTime
      if (!hasStart) {
        hasStart = true
        yield { kind: 'launch', startedAt: epochMs(startTime) }
      }
      begun.set(stringOf(result.id) ?? '', {
        testId: stringOf(params.testId) ?? '',
        startTime,
        stdout: [],
        stderr: [],
        steps: beginSteps(startTime),
        attachments: [],
      })
    } else if (isStep) {
      const steps = begun.get(stringOf(params.resultId) ?? '')?.steps
      steps?.[method === 'onStepBegin' ? 'begin' : 'end'](fieldsOf(params.step))
    } else if (method === 'onStdIO') {
      const result = begun.get(stringOf(params.resultId) ?? '')
      const data = stringOf(params.data) ?? ''
      const text = params.isBase64 === true ? Buffer.from(data, 'base64').toString() : data
      result?.[params.type === 'stderr' ? 'stderr' : 'stdout'].push(text)
    } else if (method === 'onAttach')
      begun.get(stringOf(params.resultId) ?? '')?.attachments.push(...playwrightAttachments(params.attachments, input))
    else if (method === 'onError') {
      yield playwrightError(params.error, errors)
      errors += 1
    } else endTry(tests, begun, params, input)
  }
  if (!hasEnd) input.problem({ message: 'The report ends before its run does: tests may be missing', isLoss: true })
  // The run was killed while these ran.
  for (const { testId, startTime, stdout, stderr, steps, attachments } of begun.values())
    tests.get(testId)?.results.push({
      ...NO_RESULT,
      status: 'interrupted',
      startedAt: epochMs(startTime),
      stdout: stdout.join(''),
      stderr: stderr.join(''),
      ...steps.finish(attachments),
    })
  for (const test of tests.values()) yield playwrightTest(test)
}

const NO_RESULT: Omit<PlaywrightResult, 'status' | 'stdout' | 'stderr' | 'attachments'> = {
  startedAt: { ms: null, problem: null },
  duration: { ms: null, problem: null },
  errors: [],
  steps: () => [],
}

const endTry = (
  tests: ReadonlyMap<string, Known>,
  begun: Map<string, Begun>,
  params: Readonly<Record<string, unknown>>,
  input: ReportInput,
): void => {
  const ended = fieldsOf(params.test)
  const result = fieldsOf(params.result)
  const test = tests.get(stringOf(ended.testId) ?? '')
  if (test === undefined) return
  const id = stringOf(result.id) ?? ''
  const { startTime, stdout = [], stderr = [], steps, attachments = [] } = begun.get(id) ?? {}
  const files = [...attachments, ...playwrightAttachments(result.attachments, input)]
  begun.delete(id)
  test.expectedStatus = stringOf(ended.expectedStatus) ?? 'passed'
  // Annotations that a test adds at runtime come with its end event.
  const keyOf = (annotation: unknown): string => {
    const { type, description } = fieldsOf(annotation)
    return JSON.stringify([type, description])
  }
  const known = new Set(test.annotations.map(keyOf))
  test.annotations = [...test.annotations, ...listOf(ended.annotations).filter((one) => !known.has(keyOf(one)))]
  test.results.push({
    ...NO_RESULT,
    status: stringOf(result.status),
    startedAt: epochMs(startTime),
    duration: milliseconds(result.duration),
    errors: listOf(result.errors),
    stdout: stdout.join(''),
    stderr: stderr.join(''),
    ...(steps?.finish(files) ?? { attachments: files }),
  })
}

const addTests = (
  tests: Map<string, Known>,
  given: unknown,
  above: readonly string[],
  projectName: string,
  input: ReportInput,
): void => {
  const entry = fieldsOf(given)
  const title = stringOf(entry.title) ?? ''
  if (above.length > SUITES_DEEP) {
    input.problem({
      message: `Suites more than ${SUITES_DEEP} levels deep were left out`,
      group: 'too large',
      isLoss: true,
    })
    return
  }
  const id = stringOf(entry.testId)
  if (id !== null)
    tests.set(id, {
      title,
      path: above,
      projectName,
      tags: listOf(entry.tags).map(stringOf),
      annotations: listOf(entry.annotations),
      expectedStatus: 'passed',
      results: [],
    })
  for (const inner of listOf(entry.entries)) addTests(tests, inner, [...above, title], projectName, input)
}

const STEP_LINE_LIMIT = 1024 * 1024

/** Steps make up most of a report: `JSON.parse` takes a fifth of the time, and a broken or long line loses one step. */
const stepParamsOf = (line: string, number: number, input: ReportInput): unknown => {
  try {
    if (line.length <= STEP_LINE_LIMIT) return fieldsOf(JSON.parse(line)).params
  } catch {
    // Reported below.
  }
  input.problem({ message: 'A step is broken or too long and was left out', line: number, group: 'broken step' })
  return null
}

/** A broken line loses one event, not the report. */
const paramsOf = async (line: string, number: number, input: ReportInput): Promise<unknown> => {
  try {
    const text = async function* (): AsyncGenerator<string> {
      yield line
    }
    const isWanted = (path: JsonPath): boolean => path.length === 1 && path[0] === 'params'
    for await (const [record] of recordsOf({ text, problem: () => {} }, isWanted)) return record?.value
  } catch {
    input.problem({ message: 'An event is broken and was left out', line: number, group: 'broken event', isLoss: true })
  }
  return null
}
