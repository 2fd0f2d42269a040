import {
  FAILED_AS_EXPECTED,
  NOT_RUN,
  PASSED_UNEXPECTEDLY,
  PLAYWRIGHT_RESULTS,
  playwrightResult,
  RUN_ERROR,
  UNEXPECTED_PASS,
} from '../../../../contract/launches/playwright-results.ts'
import { errorNames, playwrightNames } from '../../../../contract/launches/test-names.ts'
import { IN_THE_ENTRY } from './attempts.ts'
import type { AttachmentFact, Fact, LaunchFact, StepFact, TestFact } from './facts.ts'
import { keyOf, type Format, type ReportInput } from './format.ts'
import { fieldsOf, listOf, recordsOf, stringOf, type JsonPath } from './json-records.ts'
import { milliseconds, timeOf, type Quantity } from './numbers.ts'
import { joinReasons, reasonOf } from './texts.ts'

type Fields = Readonly<Record<string, unknown>>

/** Statuses of the JSON and the blob report. */
export const PLAYWRIGHT_STATUSES: Format['statuses'] = PLAYWRIGHT_RESULTS

export const PLAYWRIGHT: Format = {
  id: 'playwright',
  read: readPlaywright,
  statuses: PLAYWRIGHT_STATUSES,
  attempts: IN_THE_ENTRY,
  identity:
    'The file with the suites, and the project with all titles. So a test by an agent has the same history, unless its suite is inside of another one: an agent reports such a test without its file.',
  steps: 'Those of `test.step`, without hooks, fixtures, places and times. The blob report has them.',
  attachments: '`attachments` of each attempt, with a path or a body.',
  writers: 'Playwright’s json reporter',
  notes: [
    '`config.metadata` has the commit, pull request and build of the launch.',
    'An error outside of the tests, as of a file that does not load, is a failed entry.',
  ],
}

/** Test of one project, common to the JSON and the blob report. */
export interface PlaywrightTest {
  title: string
  /** Titles of the suites that contain it; the outermost is the file. */
  path: readonly string[]
  projectName: string
  tags: readonly (string | null)[]
  annotations: readonly unknown[]
  expectedStatus: string
  /** Attempts, oldest first. */
  results: readonly PlaywrightResult[]
}
export interface PlaywrightResult {
  status: string | null
  startedAt: Quantity
  duration: Quantity
  errors: readonly unknown[]
  stdout: string
  stderr: string
  /** Those of a blob report are packed until their test is read. */
  steps: () => readonly StepFact[]
  omittedSteps?: number
  attachments: readonly AttachmentFact[]
}

const isSpec = (path: JsonPath): boolean =>
  path.length >= 4 &&
  typeof path.at(-1) === 'number' &&
  path.at(-2) === 'specs' &&
  path.slice(0, -2).every((part, i) => (i % 2 === 0 ? part === 'suites' : typeof part === 'number'))

async function* readPlaywright(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'playwright' }
  let titles: Map<string, string> | null = null
  const isWanted = (path: JsonPath): boolean =>
    isSpec(path) ||
    (path.length === 1 && path[0] === 'stats') ||
    (path.length === 2 && (path[0] === 'errors' || (path[0] === 'config' && path[1] === 'metadata')))
  for await (const records of recordsOf(input, isWanted))
    for (const { value, path, around } of records) {
      if (path[0] === 'stats') {
        const { startTime, unexpected } = fieldsOf(value)
        yield { kind: 'launch', startedAt: timeOf(startTime), failures: Number(stringOf(unexpected) ?? 0) || 0 }
        continue
      }
      if (path[0] === 'config') {
        yield { kind: 'launch', origin: playwrightOrigin(value) }
        continue
      }
      if (path[0] === 'errors') {
        yield playwrightError(value, Number(path[1]))
        continue
      }
      const suites: string[] = []
      for (let depth = 2; depth <= path.length - 2; depth += 2) {
        const title = stringOf(around[depth]?.title)
        // Sorted keys: the title comes after the tests.
        if (title === null) titles ??= await titlesOf(input)
        suites.push(title ?? titles?.get(keyOf(...path.slice(0, depth))) ?? '')
      }
      yield* testsOf(fieldsOf(value), suites, input)
    }
}

/** Returns the commit and the build that Playwright notes in `config.metadata`. */
export const playwrightOrigin = (metadata: unknown): LaunchFact['origin'] => {
  const ci = fieldsOf(fieldsOf(metadata).ci)
  const git = fieldsOf(fieldsOf(metadata).gitCommit)
  const branch = stringOf(ci.branch) ?? stringOf(git.branch)
  return {
    commit: ci.commitHash ?? git.hash,
    // HEAD is a checked out commit.
    branch: branch === 'HEAD' ? undefined : branch?.replace(/^origin\//, ''),
    pullRequest: /\/(?:pull|merge_requests)\/(\d+)$/.exec(stringOf(ci.prHref) ?? '')?.[1],
    buildUrl: ci.buildHref,
    repositoryUrl: /^(.{1,1000}?)(?:\/-)?\/commit\//.exec(stringOf(ci.commitHref) ?? '')?.[1],
  }
}

const titlesOf = async (input: ReportInput): Promise<Map<string, string>> => {
  const titles = new Map<string, string>()
  const isTitle = (path: JsonPath): boolean =>
    path.at(-1) === 'title' && path.length % 2 === 1 && path.at(-3) === 'suites'
  try {
    for await (const records of recordsOf({ ...input, problem: () => {} }, isTitle))
      for (const { value, path } of records) titles.set(keyOf(...path.slice(0, -1)), stringOf(value) ?? '')
  } catch {
    // The other reading reports where the file breaks.
  }
  return titles
}

function* testsOf(spec: Fields, suites: readonly string[], input: ReportInput): Generator<TestFact> {
  const tests = listOf(spec.tests)
  if (tests.length === 0)
    input.problem({ message: `${stringOf(spec.title) ?? 'A test'} has no results and was left out`, group: 'no test' })
  for (const one of tests) {
    const test = fieldsOf(one)
    yield playwrightTest({
      title: stringOf(spec.title) ?? '',
      path: suites,
      projectName: stringOf(test.projectName) ?? '',
      tags: listOf(spec.tags).map(stringOf),
      annotations: listOf(test.annotations),
      expectedStatus: stringOf(test.expectedStatus) ?? 'passed',
      results: listOf(test.results).map((result) => resultOf(fieldsOf(result), input)),
    })
  }
}

const resultOf = (result: Fields, input: ReportInput): PlaywrightResult => ({
  status: stringOf(result.status),
  startedAt: timeOf(result.startTime),
  duration: milliseconds(result.duration),
  errors: Array.isArray(result.errors) ? listOf(result.errors) : [result.error ?? []].flat(),
  stdout: outputOf(result.stdout),
  stderr: outputOf(result.stderr),
  steps: () => stepsOf(result.steps, 0),
  attachments: playwrightAttachments(result.attachments, input),
})

/** Bodies have another name in the blob report. */
export const playwrightAttachments = (value: unknown, input: ReportInput): AttachmentFact[] =>
  listOf(value).map((one) => {
    const { name, contentType, path, body, base64 } = fieldsOf(one)
    const content = stringOf(body) ?? stringOf(base64)
    return {
      name: stringOf(name),
      contentType: stringOf(contentType),
      path: stringOf(path),
      ...(content === null ? {} : { content: input.saveContent(content, 'base64') }),
    }
  })

const outputOf = (value: unknown): string =>
  listOf(value)
    .map((piece) => {
      const { text, buffer } = fieldsOf(piece)
      if (typeof buffer === 'string') return Buffer.from(buffer, 'base64').toString()
      return stringOf(text) ?? stringOf(piece) ?? ''
    })
    .join('')

/** The report has the steps of tests only, not those of hooks, fixtures and Playwright itself. */
const stepsOf = (value: unknown, depth: number): StepFact[] =>
  listOf(value).flatMap((one) => {
    const step = fieldsOf(one)
    return [
      { name: stepName(step), depth, category: 'test.step', ...endOfStep(step) },
      ...stepsOf(step.steps, depth + 1),
    ]
  })

/** Names of Playwright's own steps have the locator apart. */
export const stepName = ({ title, subtitle }: Fields): string =>
  [stringOf(title), stringOf(subtitle)].filter(Boolean).join(' ')

/** Returns the fields of a step that are known at its end; the duration of one that did not end is -1. */
export const endOfStep = ({
  duration,
  error,
  annotations,
}: Fields): Pick<StepFact, 'status' | 'durationMs' | 'error' | 'snippet'> => {
  const isOver = duration !== undefined && duration !== -1
  const isSkipped = listOf(annotations).some((annotation) => fieldsOf(annotation).type === 'skip')
  const hasFailed = error !== undefined && error !== null
  return {
    status: hasFailed ? 'failed' : !isOver ? 'interrupted' : isSkipped ? 'skipped' : 'passed',
    durationMs: isOver ? milliseconds(duration).ms : null,
    error: hasFailed ? errorText(error) : null,
    snippet: stringOf(fieldsOf(error).snippet),
  }
}

const wordOf = (status: string | null | undefined, expected: string): string | null => {
  if (status === undefined) return NOT_RUN
  return status === null ? null : playwrightResult(status, expected)
}

export const playwrightTest = (test: PlaywrightTest): TestFact => {
  const last = test.results.at(-1)
  const word = wordOf(last?.status, test.expectedStatus)
  const annotations = test.annotations.map((one) => {
    const { type, description } = fieldsOf(one)
    return { key: stringOf(type) ?? '', value: stringOf(description) ?? '' }
  })
  const why = annotations.find(({ key }) => key === 'skip' || key === 'fixme')?.value
  return {
    kind: 'test',
    ...playwrightNames(test),
    variant: null,
    status: word,
    reason:
      word === 'skipped'
        ? (why ?? null)
        : word === PASSED_UNEXPECTEDLY
          ? UNEXPECTED_PASS
          : word === FAILED_AS_EXPECTED
            ? null
            : failuresOf(last),
    ...(last === undefined ? {} : { startedAt: last.startedAt, duration: last.duration }),
    labels: [{ key: 'project', value: test.projectName }, ...annotations],
    groups: test.tags.map((tag) => tag?.replace(/^@/, '')),
    steps: last?.steps() ?? [],
    omittedSteps: last?.omittedSteps ?? 0,
    output: [
      { level: 'INFO', text: last?.stdout ?? '' },
      { level: 'WARN', text: last?.stderr ?? '' },
    ],
    attachments: last?.attachments ?? [],
    attempts: test.results.slice(0, -1).map((result) => ({
      status: wordOf(result.status, test.expectedStatus),
      reason: failuresOf(result),
      steps: result.steps(),
      omittedSteps: result.omittedSteps ?? 0,
      attachments: result.attachments,
    })),
  }
}

const errorText = (error: unknown): string | null => {
  const { message, stack, value } = fieldsOf(error)
  return reasonOf(stringOf(message) ?? stringOf(value) ?? stringOf(error), stringOf(stack))
}

const failuresOf = (result: PlaywrightResult | undefined): string | null =>
  joinReasons((result?.errors ?? []).map(errorText))

/** Error outside of the tests: in a file that does not load, in global set-up, or of the run itself. */
export const playwrightError = (error: unknown, index: number): TestFact => {
  const file = stringOf(fieldsOf(fieldsOf(error).location).file)
    ?.split(/[\\/]/)
    .at(-1)
  return {
    kind: 'test',
    ...errorNames(file),
    status: RUN_ERROR,
    reason: errorText(error),
    key: keyOf(RUN_ERROR, index),
  }
}
