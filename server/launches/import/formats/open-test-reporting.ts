import { SAME_NAME } from './attempts.ts'
import { childOf, childrenOf, elementsOf, textIn, type XmlElement } from './elements.ts'
import type { AttachmentFact, Fact, OutputFact, TestFact } from './facts.ts'
import { keyOf, type Format, type ReportInput } from './format.ts'
import { JUNIT, methodOf } from './junit.ts'
import { between, timeOf, type Quantity } from './numbers.ts'
import { reasonOf } from './texts.ts'

const NO_END = 'no end'

export const OPEN_TEST_REPORTING: Format = {
  id: 'open-test-reporting',
  read: readEvents,
  statuses: { SUCCESSFUL: 'PASSED', FAILED: 'FAILED', ABORTED: 'SKIPPED', SKIPPED: 'SKIPPED', [NO_END]: 'ABORTED' },
  attempts: SAME_NAME,
  identity: `That of JUnit XML of the same run. ${JUNIT.identity}`,
  attachments: 'Files that tests publish, with paths beside the report.',
  writers: 'JUnit 5.9 and newer with `junit.platform.reporting.open.xml.enabled`',
  notes: [
    'A class or another container is an entry only when it failed or was skipped as a whole.',
    'A test whose assumption does not hold is skipped, as in JUnit XML.',
    'A test that began and did not end counts as aborted.',
  ],
}

/** A test or container that has started. */
interface Started {
  element: XmlElement
  startedAt: Quantity
  parent: Started | undefined
  hasChildren: boolean
  output: OutputFact[]
  attachments: AttachmentFact[]
  line: number
}

async function* readEvents(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'junit' }
  const open = new Map<string, Started>()
  let isFirst = true
  for await (const { element, line } of elementsOf(
    input,
    new Set(['infrastructure', 'started', 'reported', 'finished']),
  )) {
    const id = element.attributes.id ?? ''
    const one = open.get(id)
    if (element.name === 'infrastructure') yield { kind: 'launch', origin: originOf(element) }
    else if (element.name === 'started') {
      const startedAt = timeOf(element.attributes.time)
      if (isFirst) yield { kind: 'launch', startedAt }
      isFirst = false
      const parent = open.get(element.attributes.parentId ?? '')
      if (parent !== undefined) parent.hasChildren = true
      open.set(id, { element, startedAt, parent, hasChildren: false, output: [], attachments: [], line })
    } else if (element.name === 'reported') {
      const attached = childOf(element, 'attachments')
      one?.output.push(...outputOf(attached))
      const attachments = childrenOf(attached, 'file').map(fileOf)
      if (one !== undefined && isTest(one)) one.attachments.push(...attachments)
      else if (attachments.length > 0) yield { kind: 'attachments', attachments }
    } else if (one === undefined)
      input.problem({ message: 'A result of a test that did not start was left out', line, isLoss: true })
    else {
      open.delete(id)
      const result = childOf(element, 'result')
      const status = result?.attributes.status ?? ''
      if (isTest(one) || status === 'FAILED' || status === 'SKIPPED')
        yield {
          ...testOf(one),
          status,
          reason: reasonOf(textIn(result, 'reason'), textIn(result, 'throwable')),
          duration: between(one.startedAt, timeOf(element.attributes.time)),
        }
      else if (one.output.length > 0)
        yield {
          kind: 'output',
          suite: one.element.attributes.name,
          text: one.output.map(({ text }) => text).join('\n'),
        }
    }
  }
  for (const one of open.values()) if (isTest(one)) yield { ...testOf(one), status: NO_END }
}

/** Returns whether it is a test. Only JUnit reports the type; for others, an entry without children is a test. */
const isTest = ({ element, hasChildren }: Started): boolean => {
  const type = textIn(childOf(element, 'metadata'), 'type')
  return type === undefined ? !hasChildren : type === 'TEST' || (type === 'CONTAINER_AND_TEST' && !hasChildren)
}

const testOf = ({ element, startedAt, parent, output, attachments, line }: Started): Omit<TestFact, 'status'> => {
  const metadata = childOf(element, 'metadata')
  const sources = childOf(element, 'sources')
  const shown = element.attributes.name ?? ''
  const name = textIn(metadata, 'legacyReportingName') ?? shown
  const className = (childOf(sources, 'methodSource') ?? childOf(sources, 'classSource'))?.attributes.className
  // Invocations of a method, and tests that it makes, are named by their number or their arguments only.
  const method = childOf(childOf(parent?.element, 'sources'), 'methodSource')?.attributes.methodName
  const ownName = methodOf(shown).methodName ?? shown
  return {
    kind: 'test',
    name: method === undefined ? ownName : `${method} › ${ownName}`,
    className: className ?? parent?.element.attributes.name,
    ...methodOf(name),
    startedAt,
    groups: childrenOf(childOf(metadata, 'tags'), 'tag').map(({ text }) => text),
    output,
    attachments,
    key: keyOf(textIn(metadata, 'uniqueId') ?? keyOf(className, name)),
    line,
  }
}

/** Output of a test, and what it publishes by a key. */
const outputOf = (attached: XmlElement | undefined): OutputFact[] => [
  ...childrenOf(attached, 'output').map(({ attributes, text }) => streamOf(attributes.source, text)),
  ...childrenOf(attached, 'data').flatMap((data) =>
    childrenOf(data, 'entry').map(({ attributes: { key }, text }) =>
      key === 'stdout' || key === 'stderr' ? streamOf(key, text) : streamOf(undefined, `${key}: ${text}`),
    ),
  ),
]

const streamOf = (source: string | undefined, text: string): OutputFact => ({
  level: source === 'stderr' ? 'WARN' : 'INFO',
  text,
})

const fileOf = ({ attributes: { path, mediaType } }: XmlElement): AttachmentFact => ({
  ...(path === undefined ? {} : { path }),
  contentType: mediaType,
})

const originOf = (infrastructure: XmlElement) => ({
  repositoryUrl: childOf(infrastructure, 'repository')?.attributes.originUrl,
  branch: textIn(infrastructure, 'branch'),
  commit: textIn(infrastructure, 'commit'),
})
