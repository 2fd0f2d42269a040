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

/** Results of NUnit 3 and the additional ones of NUnit 2. */
const STATUSES: Record<string, ReportedStatus> = {
  passed: 'PASSED',
  success: 'PASSED',
  warning: 'PASSED',
  failed: 'FAILED',
  failure: 'FAILED',
  error: 'FAILED',
  cancelled: 'ABORTED',
  skipped: 'SKIPPED',
  ignored: 'SKIPPED',
  notrunnable: 'BLOCKED',
  invalid: 'BLOCKED',
  inconclusive: 'SKIPPED',
}

/** Reads the XML of NUnit 3 (`test-run`) and NUnit 2 (`test-results`). */
export async function* readNUnit(text: AsyncIterable<string>, report: Reporting): AsyncGenerator<ReportedTest> {
  report.launch({ framework: 'nunit' })
  let isFirst = true
  for await (const found of elementsOf(text, new Set(['test-case']))) {
    if (isFirst) {
      isFirst = false
      const run = found.around[0]?.attributes ?? {}
      const assembly = found.around.find(({ name }) => name === 'test-suite')?.attributes
      const day = run.date === undefined ? undefined : `${run.date}T${run.time ?? '00:00:00'}`
      report.launch({
        name: fileNameOf(assembly?.name ?? run.name),
        startedAt: timeOf(run['start-time']) ?? timeOf(day),
      })
    }
    const test = testOf(found, report)
    if (test !== null) yield test
  }
}

/** Assemblies are named by their paths. */
const fileNameOf = (path: string | undefined): string | null => path?.split(/[\\/]/).at(-1)?.trim() || null

const testOf = ({ element, around, line }: FoundElement, report: Reporting): ReportedTest | null => {
  const { attributes } = element
  const name = attributes.name?.trim()
  if (!name) {
    report.problem('A test without a name was left out', line)
    return null
  }
  const words =
    attributes.result ??
    (attributes.executed === 'False' ? 'Ignored' : attributes.success === 'False' ? 'Failure' : 'Success')
  const status = STATUSES[words.toLowerCase()]
  if (status === undefined) {
    report.problem(`The result "${words}" of ${name} is unknown`, line)
    return null
  }
  const failure = childOf(element, 'failure')
  const fixture = nearest(around, 'test-suite')?.attributes
  // NUnit 2 prefixes the test's name with its class.
  const dot = attributes.methodname === undefined ? beforeArguments(name).lastIndexOf('.') : -1
  return aTest({
    name: dot < 0 ? name : name.slice(dot + 1),
    className: attributes.classname ?? (dot < 0 ? (fixture?.fullname ?? fixture?.name ?? null) : name.slice(0, dot)),
    methodName: attributes.methodname ?? name.slice(dot + 1),
    status,
    reason: reasonOf(
      textIn(failure, 'message') ?? textIn(childOf(element, 'reason'), 'message'),
      textIn(failure, 'stack-trace'),
    ),
    startedAt: timeOf(attributes['start-time']),
    durationMs: secondsOf(attributes.duration ?? attributes.time),
    groups: [
      ...childrenOf(childOf(element, 'properties'), 'property').flatMap(({ attributes: { name: key, value } }) =>
        key === 'Category' && value ? [value] : [],
      ),
      ...childrenOf(childOf(element, 'categories'), 'category').flatMap(
        ({ attributes: { name: value } }) => value ?? [],
      ),
    ],
    output: outputOf(textIn(element, 'output')),
  })
}

const beforeArguments = (name: string): string => name.split('(', 1)[0] ?? name
