import { IN_THE_ENTRY } from './attempts.ts'
import { childOf, childrenOf, elementsOf, nearest, textIn, type FoundElement } from './elements.ts'
import type { Fact, TestFact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { seconds, timeOf } from './numbers.ts'
import { nameWithArguments, reasonOf } from './texts.ts'

export const XUNIT: Format = {
  id: 'xunit',
  read: readXUnit,
  statuses: { Pass: 'PASSED', Fail: 'FAILED', Skip: 'SKIPPED', NotRun: 'SKIPPED', 'error of an assembly': 'FAILED' },
  attempts: IN_THE_ENTRY,
  identity: 'The class and the method, whatever its display name, and the arguments of a theory.',
  attachments: '`attachments` of tests, with their contents.',
  writers: 'xUnit.net 2 and 3 (assemblies)',
  notes: ['An error of an assembly, a collection or a clean-up is a failed entry.'],
}

async function* readXUnit(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'xunit' }
  let isFirst = true
  let failures = 0
  const count = ({ name, attributes }: { name: string; attributes: Readonly<Record<string, string>> }): void => {
    if (name === 'assembly') failures += (Number(attributes.failed ?? 0) || 0) + (Number(attributes.errors ?? 0) || 0)
  }
  for await (const found of elementsOf(input, new Set(['test', 'error']), count)) {
    const assembly = nearest(found.around, 'assembly')?.attributes
    if (isFirst) {
      isFirst = false
      const day = assembly?.['run-date']
      const start = timeOf(assembly?.['start-rtf'])
      yield {
        kind: 'launch',
        name: assembly?.name?.split(/[\\/]/).at(-1),
        startedAt: start.ms === null ? timeOf(day && `${day}T${assembly?.['run-time'] ?? '00:00:00'}`) : start,
      }
    }
    yield found.element.name === 'test' ? testOf(found, input) : errorOf(found, assembly?.name)
  }
  yield { kind: 'launch', failures }
}

const errorOf = ({ element, line }: FoundElement, assembly: string | undefined): TestFact => {
  const failure = childOf(element, 'failure')
  const { type, name } = element.attributes
  return {
    kind: 'test',
    name: [type ?? 'error', name].filter(Boolean).join(': '),
    className: assembly?.split(/[\\/]/).at(-1),
    status: 'error of an assembly',
    reason: reasonOf(
      textIn(failure, 'message') ?? failure?.attributes['exception-type'],
      textIn(failure, 'stack-trace'),
    ),
    line,
  }
}

const testOf = ({ element, line }: FoundElement, input: ReportInput): TestFact => {
  const { attributes } = element
  const whole = attributes.name?.trim()
  const failure = childOf(element, 'failure')
  const className = attributes.type ?? null
  const prefix = className === null ? '' : `${className}.`
  const name = prefix !== '' && whole?.startsWith(prefix) ? whole.slice(prefix.length) : whole
  return {
    kind: 'test',
    name,
    className,
    methodName: attributes.method,
    variant: nameWithArguments(name),
    status: attributes.result,
    reason: reasonOf(
      textIn(failure, 'message') ?? textIn(element, 'reason') ?? failure?.attributes['exception-type'],
      textIn(failure, 'stack-trace'),
    ),
    startedAt: timeOf(attributes['start-rtf']),
    duration: seconds(attributes.time),
    labels: childrenOf(childOf(element, 'traits'), 'trait').map(({ attributes: { name: key, value } }) => ({
      key: key ?? '',
      value: value ?? '',
    })),
    output: [
      { level: 'INFO', text: textIn(element, 'output') ?? '' },
      ...childrenOf(childOf(element, 'warnings'), 'warning').map(({ text }) => ({ level: 'WARN' as const, text })),
    ],
    attachments: childrenOf(childOf(element, 'attachments'), 'attachment').map(({ attributes: one, text }) => ({
      name: one.name,
      contentType: one['media-type'],
      // Texts have no type.
      content: input.saveContent(text, one['media-type'] === undefined ? 'utf8' : 'base64'),
    })),
    line,
  }
}
