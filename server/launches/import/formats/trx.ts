import { IN_THE_ENTRY } from './attempts.ts'
import { childOf, childrenOf, elementsOf, textIn, type XmlElement } from './elements.ts'
import type { AttachmentFact, Fact, TestFact } from './facts.ts'
import { keyOf, type Format, type ReportInput } from './format.ts'
import { seconds, timeOf } from './numbers.ts'
import { joinReasons, nameWithArguments, reasonOf } from './texts.ts'

const RUN_ERROR = 'error of the run'

export const TRX: Format = {
  id: 'trx',
  read: readTrx,
  statuses: {
    Passed: 'PASSED',
    PassedButRunAborted: 'PASSED',
    Completed: 'PASSED',
    Warning: 'PASSED',
    Failed: 'FAILED',
    Error: 'FAILED',
    Timeout: 'FAILED',
    Aborted: 'ABORTED',
    Disconnected: 'ABORTED',
    InProgress: 'ABORTED',
    NotExecuted: 'SKIPPED',
    Pending: 'SKIPPED',
    Inconclusive: 'SKIPPED',
    NotRunnable: 'BLOCKED',
    [RUN_ERROR]: 'FAILED',
  },
  attempts: IN_THE_ENTRY,
  identity: 'The class and the method, whatever its display name, and the arguments or the name of a data row.',
  attachments:
    '`ResultFiles` and `UriAttachments`, in the folder of the result (`relativeResultsDirectory`). Those of the run belong to the launch.',
  writers: 'dotnet test, vstest and Visual Studio',
  notes: [
    'Inner results, of data rows and ordered tests, are tests of their own; the outer result counts only when it failed and none of them did.',
    'An error of the run, and a failed run without a failed test, are failed entries.',
  ],
}

/** Fields of a test's definition that its result lacks. */
interface Definition {
  className: string | null
  methodName: string | null
  owner: string | null
  groups: (string | undefined)[]
  /** Other definitions have the same method: rows of data. */
  isRow: boolean
}

/** Definitions follow the results that refer to them: the file is read twice. */
async function* readTrx(input: ReportInput): AsyncGenerator<Fact> {
  const definitions = new Map<string, Definition>()
  const first = { ...input, problem: () => {} }
  let broken: unknown = null
  try {
    for await (const { element, around } of elementsOf(first, new Set(['UnitTest', 'Times']))) {
      if (element.name === 'UnitTest') definitions.set(element.attributes.id ?? '', definitionOf(element))
      if (element.name === 'Times')
        yield { kind: 'launch', name: around[0]?.attributes.name, startedAt: timeOf(element.attributes.start) }
    }
  } catch (error) {
    // The second reading breaks at the same place, after the results that are there.
    broken = error
  }
  const rows = new Map<string, number>()
  for (const one of definitions.values()) rows.set(methodKeyOf(one), (rows.get(methodKeyOf(one)) ?? 0) + 1)
  for (const one of definitions.values()) one.isRow = rows.get(methodKeyOf(one)) !== 1
  let failures = 0
  let outcome: string | undefined
  for await (const { element, line } of elementsOf(input, new Set(['UnitTestResult', 'ResultSummary']))) {
    if (element.name === 'UnitTestResult')
      for (const test of testsOf(element, definitions, line)) {
        if (TRX.statuses[test.status ?? ''] !== 'PASSED' && TRX.statuses[test.status ?? ''] !== 'SKIPPED') failures += 1
        yield test
      }
    else {
      outcome = element.attributes.outcome
      yield { kind: 'attachments', attachments: attachmentsOf(element) }
      for (const { text } of childOf(element, 'Output')?.children ?? [])
        yield { kind: 'output', suite: 'the run', text }
      for (const info of childrenOf(childOf(element, 'RunInfos'), 'RunInfo')) {
        const text = textIn(info, 'Text')?.trim() ?? ''
        if (!/^(?:Error|Failed|Aborted|Timeout)$/.test(info.attributes.outcome ?? 'Error')) {
          if (text !== '') input.problem({ message: `The run reports: ${text.slice(0, 500)}`, line })
          continue
        }
        failures += 1
        yield runError(text, info.attributes.timestamp, line)
      }
      if (/^(?:Failed|Error|Aborted|Timeout|Disconnected)$/.test(outcome ?? '') && failures === 0)
        yield runError(
          joinReasons([
            `The run ended with the outcome "${outcome ?? ''}", but no test failed`,
            textIn(childOf(element, 'Output'), 'StdOut'),
          ]) ?? '',
          undefined,
          line,
        )
    }
  }
  if (broken !== null) throw broken
}

const methodKeyOf = ({ className, methodName }: Definition): string => keyOf(className, methodName)

const runError = (reason: string, time: string | undefined, line: number): TestFact => ({
  kind: 'test',
  name: 'Error of the test run',
  status: RUN_ERROR,
  reason,
  startedAt: timeOf(time),
  line,
})

/** Returns the inner results, or the result itself. */
function* testsOf(
  element: XmlElement,
  definitions: ReadonlyMap<string, Definition>,
  line: number,
  isInner = false,
): Generator<TestFact> {
  const inner = childOf(element, 'InnerResults')?.children ?? []
  const tests = inner.flatMap((one) => [...testsOf(one, definitions, line, true)])
  yield* tests
  const own = testOf(element, definitions.get(element.attributes.testId ?? ''), line, isInner)
  const isFailure = ({ status }: TestFact): boolean =>
    TRX.statuses[status ?? ''] === 'FAILED' || TRX.statuses[status ?? ''] === 'ABORTED'
  if (tests.length === 0 || (isFailure(own) && !tests.some(isFailure))) yield own
}

const testOf = (element: XmlElement, definition: Definition | undefined, line: number, isInner: boolean): TestFact => {
  const { attributes } = element
  const output = childOf(element, 'Output')
  const error = childOf(output, 'ErrorInfo')
  const className = definition?.className ?? null
  const whole = attributes.testName?.trim()
  const name = className !== null && whole?.startsWith(`${className}.`) ? whole.slice(className.length + 1) : whole
  return {
    kind: 'test',
    name,
    className,
    methodName: definition?.methodName,
    ...(isInner || definition?.isRow === true ? {} : { variant: nameWithArguments(name) }),
    status: attributes.outcome ?? 'Error',
    reason: reasonOf(textIn(error, 'Message'), textIn(error, 'StackTrace')),
    startedAt: timeOf(attributes.startTime),
    duration: seconds(attributes.duration),
    owner: definition?.owner,
    groups: definition?.groups ?? [],
    output: [
      { level: 'INFO', text: textIn(output, 'StdOut') ?? '' },
      { level: 'WARN', text: textIn(output, 'StdErr') ?? '' },
      { level: 'INFO', text: textIn(output, 'DebugTrace') ?? '' },
      ...childrenOf(childOf(output, 'TextMessages'), 'Message').map(({ text }) => ({ level: 'INFO' as const, text })),
    ],
    attachments: attachmentsOf(element),
    line,
  }
}

/** Files of a result, or of the run. Those of collectors are links. */
const attachmentsOf = (element: XmlElement): AttachmentFact[] => {
  const collectors = childrenOf(childOf(element, 'CollectorDataEntries'), 'Collector')
  const links = collectors
    .flatMap((one) => childrenOf(childOf(one, 'UriAttachments'), 'UriAttachment'))
    .flatMap((one) => childrenOf(one, 'A'))
  const folder = element.attributes.relativeResultsDirectory?.trim()
  return [
    ...childrenOf(childOf(element, 'ResultFiles'), 'ResultFile').map(({ attributes }) => attributes.path),
    ...links.map(({ attributes }) => attributes.href),
  ].map((path) => ({ path: folder && path ? `${folder}/${path}` : path }))
}

const definitionOf = (element: XmlElement): Definition => {
  const method = childOf(element, 'TestMethod')?.attributes
  return {
    // Older versions append the assembly to the class.
    className: method?.className?.split(',', 1)[0]?.trim() || null,
    methodName: method?.name ?? null,
    owner: childOf(childOf(element, 'Owners'), 'Owner')?.attributes.name ?? null,
    groups: childrenOf(childOf(element, 'TestCategory'), 'TestCategoryItem').map(
      ({ attributes }) => attributes.TestCategory,
    ),
    isRow: false,
  }
}
