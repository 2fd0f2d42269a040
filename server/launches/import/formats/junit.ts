import { childOf, childrenOf, elementsOf, nearest, type FoundElement, type XmlElement } from './elements.ts'
import { SAME_NAME } from './attempts.ts'
import type { AttachmentFact, AttemptFact, Fact, OutputFact, TestFact } from './facts.ts'
import { keyOf, type Format, type ReportInput } from './format.ts'
import { milliseconds, seconds, timeOf, type Quantity } from './numbers.ts'
import { joinReasons, reasonOf } from './texts.ts'

/** Attempts before the last one, as Surefire writes them: of tests that passed in the end and of tests that did not. */
const FLAKY = new Set(['flakyFailure', 'flakyError'])
const RERUN = new Set(['rerunFailure', 'rerunError'])
const FAILURES = new Set(['error', 'failure'])
const SKIPPED = 'skipped beside a failure'

export const JUNIT: Format = {
  id: 'junit',
  read: readJUnit,
  statuses: {
    'no failure': 'PASSED',
    failure: 'FAILED',
    error: 'FAILED',
    skipped: 'SKIPPED',
    [SKIPPED]: 'SKIPPED',
    'error of a suite': 'FAILED',
    notrun: 'SKIPPED',
    disabled: 'SKIPPED',
    ignored: 'SKIPPED',
    pending: 'SKIPPED',
    todo: 'SKIPPED',
    failed: 'FAILED',
    fail: 'FAILED',
    timeout: 'FAILED',
    aborted: 'ABORTED',
    cancelled: 'ABORTED',
    interrupted: 'ABORTED',
  },
  attempts: SAME_NAME,
  writers:
    'Surefire, Gradle, pytest, Jest, Vitest, Mocha, Cypress, WebdriverIO, Playwright, Google Test, Catch2, CTest, PHPUnit, gotestsum, node:test and others',
  notes: [
    'An `error` or `failure` of a suite, outside of any test, is a failed entry with the name of the suite.',
    'The `status` and `result` attributes count where a test has no result element.',
    '`flakyFailure`, `flakyError`, `rerunFailure` and `rerunError` are earlier attempts.',
    'Output of a suite is a file of the launch.',
  ],
}

/**
 * Reads JUnit XML; suites may be nested. When only a suite has a start time, its tests are placed one after the other from there.
 */
async function* readJUnit(input: ReportInput): AsyncGenerator<Fact> {
  const clock = createClock()
  let isFirst = true
  const names = new Set(['testcase', 'error', 'failure', 'system-out', 'system-err'])
  const counts: number[] = []
  // The root counts everything, or else the suites below it do.
  const count = ({ attributes }: { attributes: Readonly<Record<string, string>> }, depth: number): void => {
    if (depth <= 1) counts[depth] = (counts[depth] ?? 0) + countOf(attributes.failures) + countOf(attributes.errors)
  }
  for await (const found of elementsOf(input, names, count)) {
    if (isFirst) {
      isFirst = false
      const outermost = found.around[0]?.attributes
      const suite = nearest(found.around, 'testsuite')?.attributes
      const own = timeOf(outermost?.timestamp)
      yield {
        kind: 'launch',
        name: outermost?.name?.trim() || suite?.name,
        startedAt: own.ms === null ? timeOf(suite?.timestamp) : own,
      }
    }
    if (found.element.name === 'testcase') yield testOf(found, clock, input)
    else if (FAILURES.has(found.element.name)) yield suiteError(found)
    else {
      const name = suiteOf(found)?.name?.trim() ?? ''
      yield {
        kind: 'output',
        suite: found.element.name === 'system-err' ? `${name}, standard error` : name,
        text: found.element.text,
      }
    }
  }
  yield { kind: 'launch', failures: Math.max(0, ...counts) }
}

const countOf = (text: string | undefined): number => (/^\d{1,9}$/.test(text?.trim() ?? '') ? Number(text) : 0)

/** Tests with a duration only follow each other from the start of their suite. */
const createClock = () => {
  let suite: unknown = null
  let next: number | null = null
  return (attributes: Readonly<Record<string, string>> | undefined, durationMs: number | null): Quantity => {
    let problem: string | null = null
    if (attributes !== suite) {
      suite = attributes
      const start = timeOf(attributes?.timestamp)
      next = start.ms
      problem = start.problem
    }
    const start = next
    if (next !== null) next += durationMs ?? 0
    return { ms: start, problem }
  }
}

const testOf = (
  { element, around, line }: FoundElement,
  clock: ReturnType<typeof createClock>,
  input: ReportInput,
): TestFact => {
  const { attributes } = element
  const suite = nearest(around, 'testsuite')?.attributes
  const duration = attributes.time === undefined ? durationOf(attributes.duration) : seconds(attributes.time)
  const ownTime = timeOf(attributes.timestamp)
  const placed = clock(suite, duration.ms)
  const name = attributes.name?.trim()
  const className =
    classOf(attributes.classname?.trim(), name) ?? (suite?.name?.trim() || attributes.file?.trim() || null)
  const failures = element.children.filter((child) => FAILURES.has(child.name))
  const skips = childrenOf(element, 'skipped')
  const output = outputsOf(element)
  return {
    kind: 'test',
    name,
    className,
    methodName: name,
    status: statusOf(element, input, line),
    reason:
      joinReasons([...skips, ...failures].map(failureText)) ??
      joinReasons(attemptsOf(element, RERUN).map(({ reason }) => reason)),
    hasError: failures.length > 0,
    startedAt:
      attributes.timestamp === undefined ? placed : ownTime.ms === null && ownTime.problem === null ? placed : ownTime,
    duration,
    labels: propertiesOf(element),
    output: output.texts,
    attachments: output.attachments,
    attempts: [...attemptsOf(element, FLAKY), ...attemptsOf(element, RERUN)],
    ...(name ? { key: keyOf(suite?.name, suite?.hostname, suite?.package, attributes.file, className, name) } : {}),
    line,
  }
}

/** The attribute is not part of the format: some write seconds, and one milliseconds as a whole number with a unit. */
const durationOf = (text: string | undefined): Quantity =>
  /ms\s*$/.test(text ?? '') ? milliseconds(text) : seconds(text)

const PASSING = /^(?:|run|completed|passed|pass|success|successful|succeeded|ok|true|finished|fixed)$/
/** Spellings of words of the table. */
const SPELLINGS: Record<string, string> = {
  skip: 'skipped',
  'not run': 'notrun',
  suppressed: 'disabled',
  error: 'error',
  errored: 'error',
  broken: 'error',
  timedout: 'timeout',
  canceled: 'cancelled',
}

const statusOf = (element: XmlElement, input: ReportInput, line: number): string => {
  const has = (name: string): boolean => childOf(element, name) !== undefined
  const isSkipped = has('skipped')
  if (has('error') || has('failure')) return isSkipped ? SKIPPED : has('error') ? 'error' : 'failure'
  if (isSkipped) return 'skipped'
  if (attemptsOf(element, RERUN).length > 0) return 'failure'
  const words = [element.attributes.result, element.attributes.status].map((one) => (one ?? '').trim().toLowerCase())
  const known = words
    .map((word) => SPELLINGS[word] ?? word)
    .filter((word) => Object.hasOwn(JUNIT.statuses, word) && word !== 'no failure')
  // The worse of both: Google Test writes status="run" result="skipped".
  const worst = known.find((word) => JUNIT.statuses[word] !== 'SKIPPED') ?? known[0]
  if (worst !== undefined) return worst
  const odd = words.find((word) => !PASSING.test(word))
  if (odd !== undefined)
    input.problem({
      message: `The status "${odd.slice(0, 60)}" is unknown: a test without a failure counts as passed`,
      group: 'status',
      line,
    })
  return 'no failure'
}

const suiteOf = ({ around }: Pick<FoundElement, 'around'>): Readonly<Record<string, string>> | undefined =>
  nearest(around, 'testsuite')?.attributes ?? around.at(-1)?.attributes

const suiteError = ({ element, around, line }: FoundElement): TestFact => {
  const suite = suiteOf({ around })
  const name = suite?.name?.trim() || suite?.file?.trim() || null
  return {
    kind: 'test',
    name: name === null ? 'Error outside of the tests' : `Error of the suite ${name}`,
    className: name,
    status: 'error of a suite',
    reason: failureText(element),
    key: keyOf('suite', name, line, element.attributes.message),
    line,
  }
}

/** Runners without classes write the test's own name or a placeholder. */
const classOf = (className: string | undefined, name: string | undefined): string | undefined =>
  className && className !== name && className !== 'test' ? className : undefined

const failureText = ({ attributes, text, children }: XmlElement): string | null =>
  reasonOf(headline(attributes), text.trim() === '' ? children.map((child) => child.text).join('\n') : text)

const headline = ({ type, message }: Readonly<Record<string, string>>): string => {
  if (!message) return type ?? ''
  const namesType = !type || message.includes(type) || !/^[\w.$]*(?:Error|Exception|Failure)$/.test(type)
  return namesType ? message : `${type}: ${message}`
}

const attemptsOf = (element: XmlElement, names: ReadonlySet<string>): AttemptFact[] =>
  element.children
    .filter((child) => names.has(child.name))
    .map((child) => ({
      status: 'failure',
      reason: reasonOf(headline(child.attributes), childOf(child, 'stackTrace')?.text ?? child.text),
    }))

const ATTACHMENT = /^[ \t]*\[\[ATTACHMENT\|([^\]\n]{1,1000})\]\][ \t]*\r?\n?/gm

const outputsOf = (element: XmlElement): { texts: OutputFact[]; attachments: AttachmentFact[] } => {
  const attachments: AttachmentFact[] = []
  const textOf = (text: string): string =>
    text.replaceAll(ATTACHMENT, (_, name: string) => {
      attachments.push({ name })
      return ''
    })
  const texts = element.children.flatMap(({ name, text }): OutputFact[] =>
    name === 'system-out'
      ? [{ level: 'INFO', text: textOf(text) }]
      : name === 'system-err'
        ? [{ level: 'WARN', text: textOf(text) }]
        : [],
  )
  return { texts, attachments }
}

/** Properties that pytest, Playwright and others record for a test. */
const propertiesOf = (element: XmlElement) =>
  childrenOf(childOf(element, 'properties'), 'property').map(({ attributes, text }) => ({
    key: attributes.name ?? '',
    value: attributes.value ?? text,
  }))
