import { childOf, childrenOf, elementsOf, nearest, textIn, type FoundElement } from './elements.ts'
import {
  aTest,
  outputOf,
  reasonOf,
  timeOf,
  type ReportedStatus,
  type ReportedTest,
  type Reporting,
} from './reported.ts'

const STATUSES: Record<string, ReportedStatus> = { PASS: 'PASSED', FAIL: 'FAILED', SKIP: 'SKIPPED' }

/** Reads `testng-results.xml`. Configuration methods are skipped unless they failed: then they are the reason why tests did not run. */
export async function* readTestNg(text: AsyncIterable<string>, report: Reporting): AsyncGenerator<ReportedTest> {
  report.launch({ framework: 'testng' })
  const groups = new Map<string, string[]>()
  let isFirst = true
  for await (const found of elementsOf(text, new Set(['test-method', 'group']))) {
    if (found.element.name === 'group') {
      const group = found.element.attributes.name ?? ''
      for (const { attributes } of childrenOf(found.element, 'method')) {
        const method = `${attributes.class ?? ''}.${attributes.name ?? ''}`
        groups.set(method, [...(groups.get(method) ?? []), group])
      }
      continue
    }
    if (isFirst) {
      isFirst = false
      const suite = nearest(found.around, 'suite')?.attributes
      report.launch({ name: suite?.name ?? null, startedAt: timeOf(suite?.['started-at']) })
    }
    const method = `${nearest(found.around, 'class')?.attributes.name ?? ''}.${found.element.attributes.name ?? ''}`
    const test = testOf(found, groups.get(method) ?? [], report)
    if (test !== null) yield test
  }
}

const testOf = ({ element, around, line }: FoundElement, groups: string[], report: Reporting): ReportedTest | null => {
  const { attributes } = element
  const status = STATUSES[attributes.status ?? '']
  if (attributes['is-config'] === 'true' && status !== 'FAILED') return null
  const method = attributes.name?.trim()
  if (!method || status === undefined) {
    report.problem(
      method ? `The status "${attributes.status ?? ''}" of ${method} is unknown` : 'A test without a name was left out',
      line,
    )
    return null
  }
  const values = childrenOf(childOf(element, 'params'), 'param').map((param) => textIn(param, 'value')?.trim() ?? '')
  const exception = childOf(element, 'exception')
  const thrown = exception?.attributes.class
  const trace = textIn(exception, 'full-stacktrace') ?? textIn(exception, 'short-stacktrace')
  const duration = Number(attributes['duration-ms'])
  return aTest({
    name: values.length === 0 ? method : `${method}(${values.join(', ')})`,
    className: nearest(around, 'class')?.attributes.name ?? null,
    methodName: method,
    status,
    reason: reasonOf(trace ? null : [thrown, textIn(exception, 'message')?.trim()].filter(Boolean).join(': '), trace),
    startedAt: timeOf(attributes['started-at']),
    durationMs: Number.isFinite(duration) ? duration : null,
    groups,
    output: childrenOf(childOf(element, 'reporter-output'), 'line').flatMap((one) => outputOf(one.text.trim())),
  })
}
