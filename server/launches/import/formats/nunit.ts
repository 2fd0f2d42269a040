import { IN_THE_ENTRY } from './attempts.ts'
import { childOf, childrenOf, elementsOf, nearest, textIn, type FoundElement, type XmlElement } from './elements.ts'
import type { AttachmentFact, Fact, TestFact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { seconds, timeOf } from './numbers.ts'
import { joinReasons, reasonOf } from './texts.ts'

export const NUNIT: Format = {
  id: 'nunit',
  read: readNUnit,
  /** Results of NUnit 3 and the additional ones of NUnit 2. */
  statuses: {
    passed: 'PASSED',
    success: 'PASSED',
    warning: 'PASSED',
    failed: 'FAILED',
    failure: 'FAILED',
    error: 'FAILED',
    cancelled: 'ABORTED',
    skipped: 'SKIPPED',
    ignored: 'SKIPPED',
    explicit: 'SKIPPED',
    inconclusive: 'SKIPPED',
    notrunnable: 'BLOCKED',
    invalid: 'BLOCKED',
    'failure of a fixture': 'FAILED',
  },
  attempts: IN_THE_ENTRY,
  identity: 'The class and the method, and the name of a test case, with its arguments.',
  attachments: '`attachments` of tests. Those of fixtures belong to the launch.',
  writers: 'NUnit 3 (test-run) and NUnit 2 (test-results)',
  notes: [
    'A failed one-time set-up or tear-down of a fixture is a failed entry with the name of the fixture, unless its tests failed with it.',
    'Output of a fixture is a file of the launch.',
  ],
}

async function* readNUnit(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'nunit' }
  let isFirst = true
  let failures = 0
  const count = ({ attributes }: { attributes: Readonly<Record<string, string>> }, depth: number): void => {
    if (depth === 0)
      failures = [attributes.failed, attributes.failures, attributes.errors].reduce(
        (sum, one) => sum + (Number(one ?? 0) || 0),
        0,
      )
  }
  const names = new Set(['test-case', 'failure', 'output', 'attachments'])
  for await (const found of elementsOf(input, names, count)) {
    const { element, around } = found
    if (isFirst) {
      isFirst = false
      const run = around[0]?.attributes ?? {}
      const assembly = around.find(({ name }) => name === 'test-suite')?.attributes
      const day = run.date === undefined ? undefined : `${run.date}T${run.time ?? '00:00:00'}`
      const start = timeOf(run['start-time'])
      yield {
        kind: 'launch',
        name: fileNameOf(assembly?.name ?? run.name),
        startedAt: start.ms === null ? timeOf(day) : start,
      }
    }
    if (element.name === 'test-case') yield testOf(found)
    else if (element.name === 'failure') {
      if (isOwnFailure(found)) yield fixtureFailure(found)
    } else if (element.name === 'output') {
      const suite = around.at(-1)?.attributes
      yield { kind: 'output', suite: suite?.fullname ?? suite?.name, text: element.text }
    } else yield { kind: 'attachments', attachments: attachmentsOf(element) }
  }
  yield { kind: 'launch', failures }
}

/** Assemblies are named by their paths. */
const fileNameOf = (path: string | undefined): string | null => path?.split(/[\\/]/).at(-1)?.trim() || null

/** A suite also fails when one of its tests does. A failed set-up fails the tests of its fixture. */
const isOwnFailure = ({ element, around }: FoundElement): boolean => {
  const suite = around.at(-1)?.attributes ?? {}
  const message = textIn(element, 'message') ?? ''
  if (suite.site === 'Child' || suite.site === 'Parent' || /child test/i.test(message)) return false
  const isSetUp = suite.site === 'SetUp' || (suite.site === undefined && /set ?up/i.test(message))
  return !(isSetUp && Number(suite.failed ?? 0) > 0)
}

const fixtureFailure = ({ element, around, line }: FoundElement): TestFact => {
  const suite = around.at(-1)?.attributes ?? {}
  const name = suite.fullname ?? suite.name ?? null
  return {
    kind: 'test',
    name: `${suite.site === 'SetUp' ? 'Set-up' : suite.site === 'TearDown' ? 'Tear-down' : 'Failure'} of ${suite.name ?? 'a fixture'}`,
    className: suite.classname ?? name,
    status: 'failure of a fixture',
    reason: failureText(element),
    startedAt: timeOf(suite['end-time']),
    line,
  }
}

const failureText = (failure: XmlElement | undefined): string | null =>
  reasonOf(textIn(failure, 'message'), textIn(failure, 'stack-trace'))

const testOf = ({ element, around, line }: FoundElement): TestFact => {
  const { attributes } = element
  const name = attributes.name?.trim()
  const result =
    attributes.result ??
    (attributes.executed === 'False'
      ? 'Ignored'
      : attributes.success === 'False'
        ? 'Failure'
        : attributes.success === 'True'
          ? 'Success'
          : undefined)
  const failure = childOf(element, 'failure')
  const fixture = nearest(around, 'test-suite')?.attributes
  // NUnit 2 prefixes the test's name with its class.
  const dot = name === undefined || attributes.methodname !== undefined ? -1 : beforeArguments(name).lastIndexOf('.')
  const fixtureName = fixture?.fullname ?? fixture?.name ?? null
  return {
    kind: 'test',
    name: name?.slice(dot + 1),
    className: attributes.classname ?? (dot < 0 ? fixtureName : name?.slice(0, dot)),
    methodName: attributes.methodname ?? name?.slice(dot + 1),
    status: result?.toLowerCase(),
    reason: joinReasons([
      failureText(failure),
      textIn(childOf(element, 'reason'), 'message'),
      // Several failed assertions, and warnings.
      ...(failure === undefined
        ? childrenOf(childOf(element, 'assertions'), 'assertion').map((one) => textIn(one, 'message'))
        : []),
    ]),
    startedAt: timeOf(attributes['start-time']),
    duration: seconds(attributes.duration ?? attributes.time),
    groups: [
      ...childrenOf(childOf(element, 'properties'), 'property').flatMap(({ attributes: { name: key, value } }) =>
        key === 'Category' ? [value] : [],
      ),
      ...childrenOf(childOf(element, 'categories'), 'category').map(({ attributes: { name: value } }) => value),
    ],
    output: [{ level: 'INFO', text: textIn(element, 'output') ?? '' }],
    attachments: attachmentsOf(childOf(element, 'attachments')),
    line,
  }
}

const attachmentsOf = (element: XmlElement | undefined): AttachmentFact[] =>
  childrenOf(element, 'attachment').map((one) => ({ path: textIn(one, 'filePath') }))

const beforeArguments = (name: string): string => name.split('(', 1)[0] ?? name
