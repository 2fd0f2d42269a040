import { childOf, childrenOf, elementsOf, nearest, textIn, type FoundElement } from './elements.ts'
import {
  aTest,
  outputOf,
  reasonOf,
  secondsOf,
  timeOf,
  type ReportedStatus,
  type ReportedTest,
  type Reporting,
} from './reported.ts'

const STATUSES: Record<string, ReportedStatus> = { Pass: 'PASSED', Fail: 'FAILED', Skip: 'SKIPPED', NotRun: 'SKIPPED' }

/** Reads the XML of xUnit.net 2 and 3 (`assemblies`). */
export async function* readXUnit(text: AsyncIterable<string>, report: Reporting): AsyncGenerator<ReportedTest> {
  report.launch({ framework: 'xunit' })
  let isFirst = true
  for await (const found of elementsOf(text, new Set(['test']))) {
    if (isFirst) {
      isFirst = false
      const assembly = nearest(found.around, 'assembly')?.attributes
      const day = assembly?.['run-date']
      report.launch({
        name: assembly?.name?.split(/[\\/]/).at(-1)?.trim() || null,
        startedAt: timeOf(assembly?.['start-rtf']) ?? timeOf(day && `${day}T${assembly?.['run-time'] ?? '00:00:00'}`),
      })
    }
    const test = testOf(found, report)
    if (test !== null) yield test
  }
}

const testOf = ({ element, line }: FoundElement, report: Reporting): ReportedTest | null => {
  const { attributes } = element
  const whole = attributes.name?.trim()
  const status = STATUSES[attributes.result ?? '']
  if (!whole || status === undefined) {
    report.problem(
      whole ? `The result "${attributes.result ?? ''}" of ${whole} is unknown` : 'A test without a name was left out',
      line,
    )
    return null
  }
  const failure = childOf(element, 'failure')
  const className = attributes.type ?? null
  const prefix = className === null ? '' : `${className}.`
  return aTest({
    name: prefix !== '' && whole.startsWith(prefix) ? whole.slice(prefix.length) : whole,
    className,
    methodName: attributes.method ?? null,
    status,
    reason: reasonOf(
      textIn(failure, 'message') ?? textIn(element, 'reason') ?? failure?.attributes['exception-type'],
      textIn(failure, 'stack-trace'),
    ),
    startedAt: timeOf(attributes['start-rtf']),
    durationMs: secondsOf(attributes.time),
    labels: childrenOf(childOf(element, 'traits'), 'trait').flatMap(({ attributes: { name: key, value } }) =>
      key && value ? [{ key, value }] : [],
    ),
    output: outputOf(textIn(element, 'output')),
  })
}
