import { childOf, childrenOf, elementsOf, textIn, type XmlElement } from './elements.ts'
import {
  aTest,
  outputOf,
  reasonOf,
  timeOf,
  type ReportedStatus,
  type ReportedTest,
  type Reporting,
} from './reported.ts'

const STATUSES: Record<string, ReportedStatus> = {
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
}

/** Fields of a test's definition that its result lacks. */
interface Definition {
  className: string | null
  methodName: string | null
  owner: string | null
  groups: string[]
}

/** Reads the TRX of Visual Studio and `dotnet test`. Definitions follow the results that refer to them: the file is read twice. */
export async function* readTrx(open: () => AsyncIterable<string>, report: Reporting): AsyncGenerator<ReportedTest> {
  const definitions = new Map<string, Definition>()
  for await (const { element, around } of elementsOf(open(), new Set(['UnitTest', 'Times']))) {
    if (element.name === 'UnitTest') definitions.set(element.attributes.id ?? '', definitionOf(element))
    if (element.name === 'Times')
      report.launch({ name: around[0]?.attributes.name ?? null, startedAt: timeOf(element.attributes.start) })
  }
  for await (const { element, line } of elementsOf(open(), new Set(['UnitTestResult']))) {
    const { attributes } = element
    const name = attributes.testName?.trim()
    const status = STATUSES[attributes.outcome ?? 'Error']
    if (!name || status === undefined) {
      report.problem(
        name ? `The outcome "${attributes.outcome ?? ''}" of ${name} is unknown` : 'A test without a name was left out',
        line,
      )
      continue
    }
    yield testOf(element, { name, status }, definitions.get(attributes.testId ?? ''))
  }
}

const testOf = (
  element: XmlElement,
  { name, status }: Pick<ReportedTest, 'name' | 'status'>,
  definition: Definition | undefined,
): ReportedTest => {
  const output = childOf(element, 'Output')
  const error = childOf(output, 'ErrorInfo')
  const className = definition?.className ?? null
  return aTest({
    name: className !== null && name.startsWith(`${className}.`) ? name.slice(className.length + 1) : name,
    className,
    methodName: definition?.methodName ?? null,
    status,
    reason: reasonOf(textIn(error, 'Message'), textIn(error, 'StackTrace')),
    startedAt: timeOf(element.attributes.startTime),
    durationMs: clockOf(element.attributes.duration),
    owner: definition?.owner ?? null,
    groups: definition?.groups ?? [],
    output: [...outputOf(textIn(output, 'StdOut')), ...outputOf(textIn(output, 'StdErr'), 'WARN')],
  })
}

const definitionOf = (element: XmlElement): Definition => {
  const method = childOf(element, 'TestMethod')?.attributes
  return {
    // Older versions append the assembly to the class.
    className: method?.className?.split(',', 1)[0]?.trim() || null,
    methodName: method?.name ?? null,
    owner: childOf(childOf(element, 'Owners'), 'Owner')?.attributes.name ?? null,
    groups: childrenOf(childOf(element, 'TestCategory'), 'TestCategoryItem').flatMap(
      ({ attributes }) => attributes.TestCategory ?? [],
    ),
  }
}

/** Parses `hh:mm:ss.fffffff` into milliseconds. */
const clockOf = (text: string | undefined): number | null => {
  const [, hours, minutes, seconds] = /^(\d{1,4}):(\d\d):(\d\d(?:\.\d{1,9})?)$/.exec(text ?? '') ?? []
  return hours === undefined ? null : Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000)
}
