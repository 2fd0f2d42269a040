import { isUtf8 } from 'node:buffer'
import { SAME_NAME } from './attempts.ts'
import type { AttachmentFact, Fact, OutputFact, StepFact, TestFact } from './facts.ts'
import { keyOf, type Format, type ReportInput } from './format.ts'
import { fieldsOf, listOf, recordsOf, stringOf } from './json-records.ts'
import { nanoseconds, timeOf } from './numbers.ts'
import { joinReasons } from './texts.ts'

type Fields = Readonly<Record<string, unknown>>

export const CUCUMBER: Format = {
  id: 'cucumber',
  read: readCucumber,
  /** Worst first: the worst step or hook decides the result of a scenario. */
  statuses: {
    failed: 'FAILED',
    ambiguous: 'FAILED',
    undefined: 'FAILED',
    pending: 'FAILED',
    unknown: 'ABORTED',
    skipped: 'SKIPPED',
    passed: 'PASSED',
    'no steps': 'SKIPPED',
  },
  attempts: SAME_NAME,
  identity:
    'The names of the feature and of the scenario, and of an example also its table and row, where the id of the scenario has them. Without them, scenarios of one name are told apart by their order.',
  steps:
    'Those of the background and the scenario, with hooks, data tables and texts, each with the place of its definition.',
  attachments: 'What steps and hooks embed, in base64 or as text. What they log is output.',
  writers: 'Cucumber for Java, JavaScript and Ruby',
  notes: [
    'The worst step or hook decides, those of the background and of single steps included.',
    'Undefined, pending and ambiguous steps fail a scenario, as they do in Cucumber itself.',
  ],
}

const WORST_FIRST = Object.keys(CUCUMBER.statuses)

/** Features name themselves after their scenarios, and scenarios of one name are numbered: the file is read twice. */
async function* readCucumber(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'cucumber' }
  const features = await featuresOf(input)
  let background: Fields | null = null
  let feature: unknown = null
  let own: Feature = { fields: {}, elements: new Map() }
  let positions = positionsOf(own)
  for await (const records of recordsOf(input, (at) => at.length === 3 && at[1] === 'elements'))
    for (const { value, path } of records) {
      const element = fieldsOf(value)
      if (path[0] !== feature) {
        background = null
        own = features.get(Number(path[0])) ?? { fields: {}, elements: new Map() }
        positions = positionsOf(own)
      }
      feature = path[0]
      if (element.type === 'background') {
        background = element
        continue
      }
      if (element.steps === undefined && stringOf(element.name) === null && stringOf(element.keyword) === null)
        input.problem({
          message: `Scenario ${Number(path[2]) + 1} of ${stringOf(own.fields.name) ?? 'a feature'} has neither name nor steps and was left out`,
          group: 'no test',
        })
      else yield testOf(own.fields, { background, element, variant: variantOf(element, positions) }, input)
      background = null
    }
}

interface Feature {
  /** Name, file and tags. */
  fields: Record<string, unknown>
  /** Names and lines of the scenarios and backgrounds, by their position. */
  elements: Map<number, Record<string, unknown>>
}

const FEATURE_FIELDS: readonly unknown[] = ['name', 'uri', 'tags']
const ELEMENT_FIELDS: readonly unknown[] = ['name', 'keyword', 'line', 'type']

/** Returns the features, by their position. Stops before a break, which the second reading reports. */
const featuresOf = async (input: ReportInput): Promise<Map<number, Feature>> => {
  const features = new Map<number, Feature>()
  const isWanted = (path: readonly (string | number)[]): boolean =>
    (path.length === 2 && FEATURE_FIELDS.includes(path[1])) ||
    (path.length === 4 && path[1] === 'elements' && ELEMENT_FIELDS.includes(path[3]))
  try {
    for await (const records of recordsOf({ ...input, problem: () => {} }, isWanted))
      for (const { value, path } of records) {
        const feature = features.get(Number(path[0])) ?? { fields: {}, elements: new Map() }
        features.set(Number(path[0]), feature)
        const element = feature.elements.get(Number(path[2])) ?? {}
        if (path.length === 4) feature.elements.set(Number(path[2]), element)
        const fields = path.length === 2 ? feature.fields : element
        fields[String(path.at(-1))] = value
      }
  } catch {
    return features
  }
  return features
}

/** A scenario without a name goes by its keyword: its line changes. */
const ownName = ({ name, keyword }: Fields): string =>
  stringOf(name)?.trim() || (stringOf(keyword)?.trim() ?? 'Scenario')

const placeOf = (element: Fields): string => keyOf(ownName(element), stringOf(element.line))

/** Returns the position of each scenario among those of its name, by name and line. */
const positionsOf = ({ elements }: Feature): Map<string, number> => {
  const positions = new Map<string, number>()
  const counts = new Map<string, number>()
  const scenarios = [...elements.values()].filter(({ type }) => type !== 'background')
  for (const scenario of scenarios.toSorted((a, b) => Number(a.line) - Number(b.line))) {
    const count = counts.get(ownName(scenario)) ?? 0
    // An attempt has the line of its scenario.
    if (positions.has(placeOf(scenario))) continue
    positions.set(placeOf(scenario), count)
    counts.set(ownName(scenario), count + 1)
  }
  return positions
}

/**
 * Returns what tells a scenario apart from those of its name: the table and row of its example, which Cucumber for Java and Ruby append to
 * the id, or else its position among them. Null for the first one.
 */
const variantOf = (element: Fields, positions: ReadonlyMap<string, number>): string | null => {
  const [, example] = /^[^;]*;[^;]*;([^;]*;\d{1,9})$/.exec(stringOf(element.id) ?? '') ?? []
  const position = positions.get(placeOf(element)) ?? 0
  return example ?? (position === 0 ? null : String(position + 1))
}

const testOf = (
  feature: Fields,
  { background, element, variant }: { background: Fields | null; element: Fields; variant: string | null },
  input: ReportInput,
): TestFact => {
  const parts = partsOf(background ?? {}, element)
  const word = worstOf(parts.map(({ fields }) => statusOf(fields)))
  const worst = parts.filter(({ fields }) => statusOf(fields) === word)
  const decisive = worst.find(({ hook }) => hook === null)
  const durations = parts.map(({ fields }) => fieldsOf(fields.result).duration).filter((one) => typeof one === 'number')
  const line = stringOf(element.line)
  const uri = stringOf(feature.uri) ?? ''
  const isNamed = word !== 'skipped' && word !== 'passed' && decisive !== undefined
  const name = stringOf(element.name)?.trim() || `${stringOf(element.keyword) ?? 'Scenario'} in line ${line ?? '?'}`
  return {
    kind: 'test',
    name,
    className: stringOf(feature.name)?.trim() || uri,
    methodName: ownName(element),
    variant,
    status: word,
    reason:
      joinReasons(worst.map(({ fields }) => stringOf(fieldsOf(fields.result).error_message))) ??
      (isNamed ? `${stepName(decisive.fields)}: ${word}` : null),
    startedAt: timeOf(stringOf(element.start_timestamp)),
    duration: nanoseconds(durations.length === 0 ? null : durations.reduce((sum, one) => sum + one, 0)),
    groups: [...listOf(feature.tags), ...listOf(element.tags)].map((tag) =>
      (stringOf(fieldsOf(tag).name) ?? stringOf(tag))?.replace(/^@/, ''),
    ),
    steps: parts.map((part) => stepOf(part, uri)),
    output: parts.flatMap(({ fields }) => outputsOf(fields)),
    attachments: parts.flatMap(({ fields }, step) =>
      attachmentsOf(fields, input).map((attachment) => ({ ...attachment, step })),
    ),
    key: keyOf(uri, stringOf(feature.name), stringOf(element.id), line, name),
  }
}

interface Part {
  fields: Fields
  /** Its name, if it is a hook; null for a step. */
  hook: string | null
  depth: number
}

/** Returns steps and hooks of a scenario and its background in the order of their execution; the hooks of a step follow it. */
const partsOf = (background: Fields, element: Fields): Part[] => {
  const hooksOf = (value: unknown, hook: string, depth = 0): Part[] =>
    listOf(value).map((one) => ({ fields: fieldsOf(one), hook, depth }))
  const steps = [...listOf(background.steps), ...listOf(element.steps)].map(fieldsOf)
  return [
    ...hooksOf(background.before, 'Before'),
    ...hooksOf(element.before, 'Before'),
    ...steps.flatMap((step): Part[] => [
      // Cucumber for JavaScript lists hooks among the steps.
      { fields: step, hook: step.hidden === true ? stepName(step) : null, depth: 0 },
      ...hooksOf(step.before, 'Before the step', 1),
      ...hooksOf(step.after, 'After the step', 1),
    ]),
    ...hooksOf(background.after, 'After'),
    ...hooksOf(element.after, 'After'),
  ]
}

const stepOf = ({ fields, hook, depth }: Part, uri: string): StepFact => {
  const { status, duration, error_message: error } = fieldsOf(fields.result)
  const word = stringOf(status)?.toLowerCase() ?? null
  const line = stringOf(fields.line)
  return {
    name: hook ?? stepName(fields),
    depth,
    status: word,
    category: hook === null ? null : 'hook',
    durationMs: nanoseconds(duration).ms,
    location: stringOf(fieldsOf(fields.match).location) ?? (line === null ? null : `${uri}:${line}`),
    details: argumentsOf(fields),
    error: stringOf(error) ?? (UNDONE.includes(word ?? '') ? `The step is ${word}` : null),
  }
}

/** Results that fail a scenario without an error. */
export const UNDONE: readonly string[] = ['undefined', 'pending', 'ambiguous']

/** Returns the data tables and texts of a step; Cucumber for JavaScript lists them as arguments. */
const argumentsOf = ({ arguments: given, rows, doc_string: text }: Fields): string | null => {
  const tables = [...listOf(given).map((one) => fieldsOf(one).rows), rows].map((table) =>
    tableText(listOf(table).map((row) => listOf(fieldsOf(row).cells).map((cell) => stringOf(cell) ?? ''))),
  )
  const texts = [...listOf(given).map((one) => fieldsOf(one).content), fieldsOf(text).value].map(stringOf)
  return [...tables, ...texts].filter(Boolean).join('\n') || null
}

/** Cells of a column have the same width, unless one is long. */
export const tableText = (rows: readonly (readonly string[])[]): string => {
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, Math.min(cell.length, CELL_LIMIT))))
  return rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`).join('\n')
}
const CELL_LIMIT = 40

/** A status that Cucumber does not have is worse than a skip: nobody knows what it means. */
export const worstOf = (statuses: readonly string[]): string => {
  const worst = WORST_FIRST.find((one) => statuses.includes(one)) ?? 'no steps'
  const odd = statuses.find((one) => !Object.hasOwn(CUCUMBER.statuses, one))
  return odd !== undefined && CUCUMBER.statuses[worst] !== 'FAILED' ? odd : worst
}

const statusOf = ({ result }: Fields): string => {
  const word = stringOf(fieldsOf(result).status)?.toLowerCase()
  return word === undefined || word === '' ? 'unknown' : word
}

/** Type of what steps log, which Cucumber for JavaScript lists with the attachments. */
export const LOGGED = 'text/x.cucumber.log+plain'

const outputsOf = ({ output, embeddings }: Fields): OutputFact[] => {
  const logged = listOf(embeddings).flatMap((one): OutputFact[] => {
    const { data, mime_type: type } = fieldsOf(one)
    const text = stringOf(data) ?? ''
    return type === LOGGED ? [{ level: 'INFO', text: Buffer.from(text, encodingOf(text, LOGGED)).toString() }] : []
  })
  const lines = listOf(output)
    .map(stringOf)
    .filter((line) => line !== null)
  return lines.length === 0 ? logged : [{ level: 'INFO', text: lines.join('\n') }, ...logged]
}

const attachmentsOf = ({ embeddings }: Fields, { saveContent }: ReportInput): AttachmentFact[] =>
  listOf(embeddings).flatMap((one) => {
    const { name, data, mime_type: type, media } = fieldsOf(one)
    const contentType = stringOf(type) ?? stringOf(fieldsOf(media).type)
    if (contentType === LOGGED) return []
    const text = stringOf(data)
    const content = text === null ? {} : { content: saveContent(text, encodingOf(text, contentType)) }
    return [{ name: stringOf(name), contentType, ...content }]
  })

/** Some versions write texts as they are. A short one may be valid in both encodings: it is base64 only if that is a text. */
const encodingOf = (text: string, contentType: string | null): 'base64' | 'utf8' => {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text.replaceAll(/\s/g, ''))) return 'utf8'
  return contentType?.startsWith('text/') !== true || isUtf8(Buffer.from(text, 'base64')) ? 'base64' : 'utf8'
}

const stepName = ({ keyword, name }: Fields): string =>
  `${(stringOf(keyword) ?? '').trim()} ${stringOf(name) ?? ''}`.trim()
