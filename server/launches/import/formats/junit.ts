import { aTest, outputOf, reasonOf, secondsOf, timeOf } from './reported.ts'
import type { EarlierTry, ReportedStatus, ReportedTest, Reporting } from './reported.ts'
import { childOf, childrenOf, elementsOf, nearest, type FoundElement, type XmlElement } from './elements.ts'

/** Result elements of JUnit XML, worst first. */
const ENDS: readonly { name: string; status: ReportedStatus }[] = [
  { name: 'error', status: 'FAILED' },
  { name: 'failure', status: 'FAILED' },
  { name: 'skipped', status: 'SKIPPED' },
]
/** Attempts before the last one, as Surefire writes them: of tests that passed in the end and of tests that did not. */
const EARLIER = new Set(['flakyFailure', 'flakyError', 'rerunFailure', 'rerunError'])
/** Values of the `status` or `result` attribute of Google Test, CTest and others, which write no `skipped` element. */
const NOT_RUN = new Set(['notrun', 'disabled', 'skipped', 'ignored', 'pending'])

/**
 * Reads JUnit XML as written by Surefire, Gradle, pytest, Jest, Mocha, Cypress, Playwright, Google Test, PHPUnit and others; suites may be
 * nested. When only a suite has a start time, its tests are placed one after the other from there.
 */
export async function* readJUnit(text: AsyncIterable<string>, report: Reporting): AsyncGenerator<ReportedTest> {
  const clock = createClock()
  let isFirst = true
  for await (const found of elementsOf(text, new Set(['testcase']))) {
    if (isFirst) {
      isFirst = false
      const outermost = found.around[0]?.attributes
      const suite = nearest(found.around, 'testsuite')?.attributes
      report.launch({
        name: outermost?.name || suite?.name || null,
        startedAt: timeOf(outermost?.timestamp) ?? timeOf(suite?.timestamp),
      })
    }
    const test = testOf(found, clock, report)
    if (test !== null) yield test
  }
}

/** Tests with a duration only follow each other from the start of their suite. */
const createClock = () => {
  let suite: unknown = null
  let next: number | null = null
  return (attributes: Readonly<Record<string, string>> | undefined, durationMs: number | null): number | null => {
    if (attributes !== suite) {
      suite = attributes
      next = timeOf(attributes?.timestamp)
    }
    const start = next
    if (next !== null) next += durationMs ?? 0
    return start
  }
}

const testOf = (
  { element, around, line }: FoundElement,
  clock: ReturnType<typeof createClock>,
  report: Reporting,
): ReportedTest | null => {
  const { attributes } = element
  const suite = nearest(around, 'testsuite')?.attributes
  const durationMs = secondsOf(attributes.time ?? attributes.duration)
  if (attributes.time !== undefined && durationMs === null)
    report.problem(`The time "${attributes.time.slice(0, 40)}" of a test is no number of seconds`, line)
  const startedAt = timeOf(attributes.timestamp) ?? clock(suite, durationMs)
  const name = attributes.name?.trim()
  if (!name) {
    report.problem('A test without a name was left out', line)
    return null
  }
  const end = ENDS.find((one) => childOf(element, one.name) !== undefined)
  const words = (attributes.status ?? attributes.result ?? '').toLowerCase()
  const status = end?.status ?? (NOT_RUN.has(words) ? 'SKIPPED' : 'PASSED')
  const className =
    classOf(attributes.classname?.trim(), name) ?? suite?.name?.trim() ?? attributes.file?.trim() ?? null
  return aTest({
    name,
    className,
    methodName: name,
    status,
    reason: end === undefined ? null : failureOf(childrenOf(element, end.name)),
    startedAt,
    durationMs,
    labels: propertiesOf(element),
    output: [
      ...childrenOf(element, 'system-out').flatMap(({ text }) => outputOf(text)),
      ...childrenOf(element, 'system-err').flatMap(({ text }) => outputOf(text, 'WARN')),
    ],
    earlier: element.children.filter((child) => EARLIER.has(child.name)).map(earlierOf),
  })
}

/** Runners without classes write the test's own name or a placeholder. */
const classOf = (className: string | undefined, name: string): string | undefined =>
  className && className !== name && className !== 'test' ? className : undefined

/** Some runners write several failures for one test. */
const failureOf = (elements: readonly XmlElement[]): string | null =>
  reasonOf(
    null,
    elements
      .map(({ attributes, text }) => reasonOf(headline(attributes), text))
      .filter((reason) => reason !== null)
      .join('\n\n'),
  )

const headline = ({ type, message }: Readonly<Record<string, string>>): string => {
  if (!message) return type ?? ''
  const namesType = !type || message.includes(type) || !/^[\w.$]*(?:Error|Exception|Failure)$/.test(type)
  return namesType ? message : `${type}: ${message}`
}

const earlierOf = (element: XmlElement): EarlierTry => ({
  status: 'FAILED',
  reason: reasonOf(headline(element.attributes), childOf(element, 'stackTrace')?.text ?? element.text),
})

/** Properties that pytest, Playwright and others record for a test. */
const propertiesOf = (element: XmlElement) =>
  childrenOf(childOf(element, 'properties'), 'property').flatMap(({ attributes, text }) => {
    const key = attributes.name?.trim()
    const value = (attributes.value ?? text).trim()
    return key && value ? [{ key, value }] : []
  })
