import { childOf, childrenOf, elementsOf, nearest, type FoundElement, type XmlElement } from './elements.ts'
import { SAME_NAME } from './attempts.ts'
import type { AttachmentFact, AttemptFact, Fact, OutputFact, TestFact } from './facts.ts'
import { originInProperties } from '../../../../contract/launches/launch-origin.ts'
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
  identity:
    'The class and the name, without the empty parentheses that JUnit 5 appends to a method; of a name like `adds(int)[2]`, as JUnit 5 gives to an invocation with parameters, the method and the number. So a test by an agent, which reports its method and the number of the invocation, has the same history. Invocations with a display name only have it instead.',
  attachments:
    'Lines `[[ATTACHMENT|path]]` of the output of a test or a suite, as Playwright and the Jenkins plugin write them, and the properties `attachment` and `testrail_attachment` with a path and `testrun_evidence` with contents.',
  writers:
    'Surefire, Gradle, pytest, Jest, Vitest, Mocha, Cypress, WebdriverIO, Playwright, Google Test, Catch2, CTest, PHPUnit, gotestsum, node:test and others',
  notes: [
    'An `error` or `failure` of a suite, outside of any test, is a failed entry with the name of the suite.',
    'Result elements count under other names, too, such as `<failed>`, `<ignored>` or `<disabled>`.',
    'The `status`, `result`, `success` and `executed` attributes count where a test has no result element.',
    '`flakyFailure`, `flakyError`, `rerunFailure` and `rerunError` are earlier attempts.',
    'Output of a suite is a file of the launch.',
    'Properties of a suite with a clear name, as `branch`, `git.commit`, `build.url` or `pull-request`, say where the launch comes from.',
  ],
}

/**
 * Reads JUnit XML; suites may be nested. When only a suite has a start time, its tests are placed one after the other from there.
 */
async function* readJUnit(input: ReportInput): AsyncGenerator<Fact> {
  const clock = createClock()
  let isFirst = true
  const names = new Set(['testcase', 'error', 'failure', 'system-out', 'system-err', 'properties'])
  let marksRetries = await isByTestNg(input)
  const counts: number[] = []
  // The root counts everything, or else the suites below it do.
  const count = ({ attributes }: { attributes: Readonly<Record<string, string>> }, depth: number): void => {
    // Surefire has elements for them.
    marksRetries ||= depth === 0 && (attributes['xsi:noNamespaceSchemaLocation'] ?? '').includes('surefire')
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
    if (found.element.name === 'testcase') yield testOf(withKnownResults(found), clock, input, marksRetries)
    else if (FAILURES.has(found.element.name)) yield suiteError(found)
    else if (found.element.name === 'properties')
      yield { kind: 'launch', origin: originInProperties(propertiesOf(found.element)) }
    else {
      const name = suiteOf(found)?.name?.trim() ?? ''
      const attachments: AttachmentFact[] = []
      yield {
        kind: 'output',
        suite: found.element.name === 'system-err' ? `${name}, standard error` : name,
        text: withoutFiles(found.element.text, attachments),
      }
      if (attachments.length > 0) yield { kind: 'attachments', attachments }
    }
  }
  yield { kind: 'launch', failures: Math.max(0, ...counts) }
}

/** TestNG writes its results as JUnit XML, too, where those that are repeated are skipped. */
const isByTestNg = async ({ text }: ReportInput): Promise<boolean> => {
  for await (const part of text()) return part.slice(0, 1000).includes('Generated by org.testng.')
  return false
}

const propertiesOf = (element: XmlElement): (readonly [string, string])[] =>
  childrenOf(element, 'property').map(({ attributes, text }) => [attributes.name ?? '', attributes.value ?? text])

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

/** Names of result elements that some writers use in place of those of the format, in lower case. */
const RESULTS = new Map([
  ...['failed', 'fail', 'failure'].map((name) => [name, 'failure'] as const),
  ...['errored', 'error'].map((name) => [name, 'error'] as const),
  ...['skipped', 'skip', 'ignored', 'ignore', 'disabled', 'pending', 'notrun', 'todo'].map(
    (name) => [name, 'skipped'] as const,
  ),
])

const withKnownResults = (found: FoundElement): FoundElement => {
  const children = found.element.children.map((child) => {
    const name = RESULTS.get(child.name.toLowerCase())
    return name === undefined ? child : { ...child, name }
  })
  return { ...found, element: { ...found.element, children } }
}

const testOf = (
  { element, around, line }: FoundElement,
  clock: ReturnType<typeof createClock>,
  input: ReportInput,
  marksRetries: boolean,
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
  const properties = childrenOf(childOf(element, 'properties'), 'property')
  return {
    kind: 'test',
    name,
    className,
    ...methodOf(name),
    status: statusOf(element, input, line),
    reason:
      joinReasons([...skips, ...failures].map(failureText)) ??
      joinReasons(attemptsOf(element, RERUN).map(({ reason }) => reason)),
    hasError: failures.length > 0,
    ...(marksRetries && failures.length > 0 ? { isRetried: false } : {}),
    startedAt:
      attributes.timestamp === undefined ? placed : ownTime.ms === null && ownTime.problem === null ? placed : ownTime,
    duration,
    labels: properties.flatMap(({ attributes, text }) =>
      isFile(attributes.name) ? [] : [{ key: attributes.name ?? '', value: attributes.value ?? text }],
    ),
    output: output.texts,
    attachments: [...output.attachments, ...properties.flatMap((one) => filesOf(one, input))],
    attempts: [...attemptsOf(element, FLAKY), ...attemptsOf(element, RERUN)],
    ...(name ? { key: keyOf(suite?.name, suite?.hostname, suite?.package, attributes.file, className, name) } : {}),
    line,
  }
}

/** Invocation of a parameterized test as JUnit 5 names it, with the types of its parameters: `adds(int, String)[2]`. */
const INVOCATION = /^([\w$]+)[({]([^(){}]+)[)}]\[(\d{1,9})\]$/
const TYPE = /^(?:boolean|byte|char|short|int|long|float|double|[A-Z][\w$.]*)(?:\[\])*$/

export const methodOf = (name: string | undefined): Pick<TestFact, 'methodName' | 'variant'> => {
  const [, method, types = '', index] = INVOCATION.exec(name ?? '') ?? []
  return method === undefined || !types.split(',').every((type) => TYPE.test(type.trim()))
    ? { methodName: name?.replace(/(?<=[\w$])\(\)$/, ''), variant: null }
    : { methodName: method, variant: Number(index) }
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
  const { result, status, success, executed } = element.attributes
  if (/^false$/i.test(success ?? '')) return 'failure'
  if (/^false$/i.test(executed ?? '')) return 'notrun'
  const words = [result, status].map((one) => (one ?? '').trim().toLowerCase())
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

const ATTACHMENT = /^[ \t]*\[\[ATTACHMENT\|([^\n]{1,1000}?)\]\][ \t]*\r?\n?/gm

/** Returns a text without the lines that name files, which are added to `attachments`. */
const withoutFiles = (output: string, attachments: AttachmentFact[]): string =>
  output.replaceAll(ATTACHMENT, (_, path: string) => {
    attachments.push({ path })
    return ''
  })

const outputsOf = (element: XmlElement): { texts: OutputFact[]; attachments: AttachmentFact[] } => {
  const attachments: AttachmentFact[] = []
  const textOf = (text: string): string => withoutFiles(text, attachments)
  const texts = element.children.flatMap(({ name, text }): OutputFact[] =>
    name === 'system-out'
      ? [{ level: 'INFO', text: textOf(text) }]
      : name === 'system-err'
        ? [{ level: 'WARN', text: textOf(text) }]
        : [],
  )
  return { texts, attachments }
}

/** Properties whose values are files: as TestRail reads them, and with contents as Xray does. */
const FILES = /^(?:attachment|testrail_attachment|testrun_evidence)$/i
const isFile = (name: string | undefined): boolean => FILES.test(name?.trim() ?? '')

const filesOf = (property: XmlElement, { saveContent }: ReportInput): AttachmentFact[] => {
  const { attributes, text } = property
  if (!isFile(attributes.name)) return []
  const items = childrenOf(property, 'item').map((item) => ({
    name: item.attributes.name,
    content: saveContent(item.text, 'base64'),
  }))
  const path = (attributes.value ?? text).trim()
  return path === '' ? items : [...items, { path }]
}
