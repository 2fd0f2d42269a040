import { MARKED_AS_RETRIED } from './attempts.ts'
import { childOf, childrenOf, elementsOf, nearest, textIn, type FoundElement } from './elements.ts'
import type { Fact, TestFact } from './facts.ts'
import { keyOf, type Format, type ReportInput } from './format.ts'
import { milliseconds, timeOf } from './numbers.ts'
import { reasonOf } from './texts.ts'

export const TESTNG: Format = {
  id: 'testng',
  read: readTestNg,
  statuses: { PASS: 'PASSED', FAIL: 'FAILED', SKIP: 'SKIPPED', SUCCESS_PERCENTAGE_FAILURE: 'SKIPPED' },
  attempts: MARKED_AS_RETRIED,
  identity:
    'The class and the method, and the values of its parameters. An agent numbers the rows of a data provider. The report does not, and rows that passed come before those that failed, with times in seconds: a test with parameters has one history by reports and another one by an agent.',
  attachments: 'Lines of the reporter output that are `[[ATTACHMENT|path]]`, or a link or picture of a file.',
  writers: 'TestNG: testng-results.xml',
  notes: ['A configuration method is imported only when it failed: then it is why tests did not run.'],
}

async function* readTestNg(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'testng' }
  const groups = new Map<string, string[]>()
  let isFirst = true
  const names = new Set(['test-method', 'group'])
  let failures = 0
  let hasRetries = false
  const count = ({ name, attributes }: { name: string; attributes: Readonly<Record<string, string>> }): void => {
    if (name !== 'testng-results') return
    failures = Number(attributes.failed ?? 0) || 0
    hasRetries = attributes.retried !== undefined
  }
  for await (const found of elementsOf(input, names, count)) {
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
      yield { kind: 'launch', name: suite?.name, startedAt: timeOf(suite?.['started-at']) }
    }
    const { attributes } = found.element
    if (attributes['is-config'] === 'true' && attributes.status !== 'FAIL') continue
    const method = `${nearest(found.around, 'class')?.attributes.name ?? ''}.${attributes.name ?? ''}`
    yield testOf(found, groups.get(method) ?? [], hasRetries)
  }
  yield { kind: 'launch', failures }
}

/** Link or picture that a test writes for TestNG's own report, or `[[ATTACHMENT|path]]`. Other lines are output. */
const fileIn = (line: string): string | null => {
  const [, marked] = /^\[\[ATTACHMENT\|([^\]\n]{1,1000})\]\]$/.exec(line) ?? []
  if (marked !== undefined) return marked
  const [, linked] = /^<(?:a|img)\b[^>]{0,500}?\b(?:href|src)\s*=\s*["']([^"']{1,1000})["']/i.exec(line) ?? []
  return linked === undefined || /^(?:https?|data|mailto|javascript):|^#/i.test(linked) ? null : linked
}

/** TestNG marks retries from version 7 on, whose times have other zones than Z. */
const marksRetries = (startedAt: string | undefined, hasRetries: boolean): boolean =>
  hasRetries || !(startedAt ?? 'Z').endsWith('Z')

const testOf = ({ element, around, line }: FoundElement, groups: string[], hasRetries: boolean): TestFact => {
  const { attributes } = element
  const method = attributes.name?.trim()
  const values = childrenOf(childOf(element, 'params'), 'param').map((param) => textIn(param, 'value')?.trim() ?? '')
  const exception = childOf(element, 'exception')
  const trace = textIn(exception, 'full-stacktrace') ?? textIn(exception, 'short-stacktrace')
  const className = nearest(around, 'class')?.attributes.name ?? null
  const attachments = childrenOf(childOf(element, 'attachments'), 'attachment')
  const lines = childrenOf(childOf(element, 'reporter-output'), 'line').map(({ text }) => text.trim())
  return {
    kind: 'test',
    name: !method || values.length === 0 ? method : `${method}(${values.join(', ')})`,
    className,
    methodName: method,
    status: attributes.status,
    reason: reasonOf(
      trace ? null : [exception?.attributes.class, textIn(exception, 'message')?.trim()].filter(Boolean).join(': '),
      trace,
    ),
    hasError: exception !== undefined && !(exception.attributes.class ?? '').endsWith('SkipException'),
    ...(attributes.retried === 'true'
      ? { isRetried: true }
      : marksRetries(attributes['started-at'], hasRetries)
        ? { isRetried: false }
        : {}),
    startedAt: timeOf(attributes['started-at']),
    duration: milliseconds(attributes['duration-ms']),
    groups,
    output: lines.flatMap((text) => (fileIn(text) === null ? [{ level: 'INFO' as const, text }] : [])),
    attachments: [
      ...attachments.map((one) => ({ name: one.attributes.name, path: one.attributes.path ?? one.attributes.name })),
      ...lines.flatMap((text) => {
        const path = fileIn(text)
        return path === null ? [] : [{ path }]
      }),
    ],
    ...(method
      ? {
          key: keyOf(
            nearest(around, 'suite')?.attributes.name,
            nearest(around, 'test')?.attributes.name,
            className,
            method,
            // Objects without a text of their own have another address in each attempt.
            ...values.map((value) => value.replaceAll(/@[\da-f]{1,16}\b/g, '@')),
          ),
        }
      : {}),
    line,
  }
}
