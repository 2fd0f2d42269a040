import { IN_THE_ENTRY } from './attempts.ts'
import { childOf, childrenOf, elementsOf, textIn, type XmlElement } from './elements.ts'
import type { AttachmentFact, Fact, OutputFact, StepFact, TestFact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { between, seconds, timeOf, type Quantity } from './numbers.ts'
import { reasonOf } from './texts.ts'

export const ROBOT: Format = {
  id: 'robot',
  read: readRobot,
  statuses: { PASS: 'PASSED', FAIL: 'FAILED', SKIP: 'SKIPPED', 'NOT RUN': 'SKIPPED', NOT_RUN: 'SKIPPED' },
  attempts: IN_THE_ENTRY,
  identity: 'The names of the suites and of the test, as `robot --xunit` writes them.',
  steps: 'Keywords with their arguments, and control structures, nested; set-ups and tear-downs have their kind.',
  attachments: 'Images and links of messages in HTML, as the libraries for browsers and screenshots write them.',
  writers: 'Robot Framework 3 and newer: output.xml',
  notes: [
    'Tags are groups. A tag `owner:NAME` is the owner.',
    'Messages of the levels info and above are output, and a traceback belongs to the failure.',
  ],
}

async function* readRobot(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'robot' }
  let isFirst = true
  for await (const { element, around, line } of elementsOf(input, new Set(['test']))) {
    const suites = around.filter(({ name }) => name === 'suite').map(({ attributes }) => attributes.name ?? '')
    const test = testOf(element, suites, input)
    if (isFirst) yield { kind: 'launch', name: suites[0], startedAt: test.startedAt ?? timeOf(null) }
    isFirst = false
    yield { ...test, line }
  }
}

const testOf = (element: XmlElement, suites: readonly string[], input: ReportInput): TestFact => {
  const status = childOf(element, 'status')
  const messages = messagesIn(element)
  const name = element.attributes.name
  const trace = messages.find(({ text }) => text.trimStart().startsWith('Traceback (most recent call last)'))?.text
  const tags = [...childrenOf(element, 'tag'), ...childrenOf(childOf(element, 'tags'), 'tag')].map(({ text }) => text)
  const isPassed = status?.attributes.status === 'PASS'
  const times = timesOf(status?.attributes ?? {})
  return {
    kind: 'test',
    name,
    className: suites.join('.') || null,
    methodName: name,
    status: status?.attributes.status,
    reason: isPassed ? null : reasonOf(status?.text, trace),
    ...times,
    labels:
      (textIn(element, 'doc') ?? '') === '' ? [] : [{ key: 'documentation', value: textIn(element, 'doc') ?? '' }],
    groups: tags.filter((tag) => !OWNER.test(tag)),
    owner: tags.find((tag) => OWNER.test(tag))?.replace(OWNER, ''),
    steps: stepsIn(element, 0, times.startedAt),
    output: messages.flatMap(outputOf),
    attachments: messages.flatMap((message) => attachmentsOf(message, input)),
  }
}

const OWNER = /^owner:/i

/** Versions before 7 write the times of start and end, without separators in the day. */
const timesOf = (attributes: XmlElement['attributes']): { startedAt: Quantity; duration: Quantity } => {
  const old = (text: string | undefined) => timeOf(text?.replace(/^(\d{4})(\d\d)(\d\d) /, '$1-$2-$3 '))
  if (attributes.start !== undefined)
    return { startedAt: timeOf(attributes.start), duration: seconds(attributes.elapsed) }
  const startedAt = old(attributes.starttime)
  return { startedAt, duration: between(startedAt, old(attributes.endtime)) }
}

/** Control structures, by their element. Those with other names only hold a step's own data. */
const STRUCTURES: Readonly<Record<string, string>> = {
  for: 'FOR',
  while: 'WHILE',
  iter: 'Iteration',
  if: 'IF',
  try: 'TRY',
  group: 'GROUP',
  branch: 'Branch',
  return: 'RETURN',
  continue: 'CONTINUE',
  break: 'BREAK',
}

function stepsIn(element: XmlElement, depth: number, start: Quantity): StepFact[] {
  return element.children.flatMap((child): StepFact[] => {
    if (child.name !== 'kw' && !Object.hasOwn(STRUCTURES, child.name)) return []
    const status = childOf(child, 'status')
    const { startedAt, duration } = timesOf(status?.attributes ?? {})
    const kind = child.attributes.type?.toUpperCase()
    const step: StepFact = {
      name: stepName(child),
      depth,
      status: status?.attributes.status,
      category: kind === 'SETUP' || kind === 'TEARDOWN' ? kind.toLowerCase() : null,
      startMs: between(start, startedAt).ms,
      durationMs: duration.ms,
      error: status?.attributes.status === 'FAIL' ? status.text : null,
    }
    return [step, ...stepsIn(child, depth + 1, start)]
  })
}

const stepName = (step: XmlElement): string => {
  const { name, type, condition } = step.attributes
  if (step.name !== 'kw') {
    const what = step.name === 'branch' ? (type ?? 'Branch') : (STRUCTURES[step.name] ?? step.name)
    const values = childrenOf(step, 'var').map((one) =>
      [one.attributes.name, one.text.trim()].filter(Boolean).join(' = '),
    )
    return [what, name ?? condition, ...values].filter(Boolean).join(' ')
  }
  const args = [...childrenOf(step, 'arg'), ...childrenOf(childOf(step, 'arguments'), 'arg')].map(({ text }) => text)
  return [name ?? '', ...args].join('    ')
}

interface Message {
  level: string
  isHtml: boolean
  text: string
}

const messagesIn = (element: XmlElement): Message[] =>
  element.children.flatMap((child) =>
    child.name === 'msg'
      ? [
          {
            level: child.attributes.level ?? 'INFO',
            isHtml: child.attributes.html === 'true' || child.attributes.html === 'yes',
            text: child.text,
          },
        ]
      : messagesIn(child),
  )

const OUTPUT_LEVELS: Readonly<Record<string, OutputFact['level']>> = {
  INFO: 'INFO',
  WARN: 'WARN',
  ERROR: 'WARN',
  FAIL: 'WARN',
}

const outputOf = ({ level, isHtml, text }: Message): OutputFact[] => {
  const to = OUTPUT_LEVELS[level]
  const shown = isHtml ? text.replaceAll(/<[^>]{0,2000}>/g, ' ').trim() : text
  return to === undefined || shown === '' ? [] : [{ level: to, text: shown }]
}

const REFERENCE = /<(?:img|source|video)\s[^>]{0,500}?src="([^"]{1,2000000})"|<a\s[^>]{0,500}?href="([^"]{1,2000})"/g
const INLINE = /^data:(image\/[\w+.-]{1,40});base64,/

const attachmentsOf = ({ isHtml, text }: Message, { saveContent }: ReportInput): AttachmentFact[] =>
  isHtml
    ? [...new Set([...text.matchAll(REFERENCE)].map(([, source, link]) => source ?? link ?? ''))].map((path) => {
        const [head, contentType] = INLINE.exec(path) ?? []
        return head === undefined
          ? { path }
          : { name: 'screenshot', contentType, content: saveContent(path.slice(head.length), 'base64') }
      })
    : []
