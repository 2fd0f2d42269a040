import { SAME_NAME } from './attempts.ts'
import type { AttachmentFact, Fact, OutputFact, TestFact } from './facts.ts'
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
  writers: 'Cucumber for Java, JavaScript and Ruby',
  notes: [
    'The worst step or hook decides, those of the background and of single steps included.',
    'Undefined, pending and ambiguous steps fail a scenario, as they do in Cucumber itself.',
  ],
}

const WORST_FIRST = Object.keys(CUCUMBER.statuses)

/** Features name themselves after their scenarios: the file is read twice. */
async function* readCucumber(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'cucumber' }
  const features = await featuresOf(input)
  let background: Fields | null = null
  let feature: unknown = null
  for await (const records of recordsOf(input, (at) => at.length === 3 && at[1] === 'elements'))
    for (const { value, path } of records) {
      const element = fieldsOf(value)
      if (path[0] !== feature) background = null
      feature = path[0]
      if (element.type === 'background') {
        background = element
        continue
      }
      const own = features.get(Number(path[0])) ?? {}
      if (element.steps === undefined && stringOf(element.name) === null && stringOf(element.keyword) === null)
        input.problem({
          message: `Scenario ${Number(path[2]) + 1} of ${stringOf(own.name) ?? 'a feature'} has neither name nor steps and was left out`,
          group: 'no test',
        })
      else yield testOf(own, background, element)
      background = null
    }
}

/** Returns name, file and tags of the features, by their position. Stops before a break, which the second reading reports. */
const featuresOf = async (input: ReportInput): Promise<Map<number, Record<string, unknown>>> => {
  const features = new Map<number, Record<string, unknown>>()
  const isWanted = (path: readonly (string | number)[]): boolean =>
    path.length === 2 && (path[1] === 'name' || path[1] === 'uri' || path[1] === 'tags')
  try {
    for await (const records of recordsOf({ ...input, problem: () => {} }, isWanted))
      for (const { value, path } of records) {
        const index = Number(path[0])
        const fields = features.get(index) ?? {}
        fields[String(path[1])] = value
        features.set(index, fields)
      }
  } catch {
    return features
  }
  return features
}

const testOf = (feature: Fields, background: Fields | null, element: Fields): TestFact => {
  const steps = [...listOf(background?.steps), ...listOf(element.steps)].map(fieldsOf)
  const hooks = [
    background?.before,
    element.before,
    background?.after,
    element.after,
    ...steps.flatMap((step) => [step.before, step.after]),
  ]
    .flatMap(listOf)
    .map(fieldsOf)
  const parts = [...hooks, ...steps]
  const statuses = parts.map(statusOf)
  const word = worstOf(statuses)
  const decisive = steps.find((step) => statusOf(step) === word)
  const errors = parts
    .filter((part) => statusOf(part) === word)
    .map((part) => stringOf(fieldsOf(part.result).error_message))
  const durations = parts.map(({ result }) => fieldsOf(result).duration).filter((one) => typeof one === 'number')
  const line = stringOf(element.line)
  const uri = stringOf(feature.uri) ?? ''
  const isNamed = word !== 'skipped' && word !== 'passed' && decisive !== undefined
  const name = stringOf(element.name)?.trim() || `${stringOf(element.keyword) ?? 'Scenario'} in line ${line ?? '?'}`
  return {
    kind: 'test',
    name,
    className: stringOf(feature.name)?.trim() || uri,
    methodName: line === null ? null : `${uri}:${line}`,
    status: word,
    reason: joinReasons(errors) ?? (isNamed ? `${stepName(decisive)}: ${word}` : null),
    startedAt: timeOf(stringOf(element.start_timestamp)),
    duration: nanoseconds(durations.length === 0 ? null : durations.reduce((sum, one) => sum + one, 0)),
    groups: [...listOf(feature.tags), ...listOf(element.tags)].map((tag) =>
      (stringOf(fieldsOf(tag).name) ?? stringOf(tag))?.replace(/^@/, ''),
    ),
    steps: steps
      .filter(({ hidden }) => hidden !== true)
      .map((step) => ({
        name: stepName(step),
        status: statusOf(step),
        hasFailed: CUCUMBER.statuses[statusOf(step)] === 'FAILED',
        depth: 0,
      })),
    output: parts.flatMap(outputsOf),
    attachments: parts.flatMap(attachmentsOf),
    key: keyOf(uri, stringOf(feature.name), stringOf(element.id), line, name),
  }
}

/** A status that Cucumber does not have is worse than a skip: nobody knows what it means. */
const worstOf = (statuses: readonly string[]): string => {
  const worst = WORST_FIRST.find((one) => statuses.includes(one)) ?? 'no steps'
  const odd = statuses.find((one) => !Object.hasOwn(CUCUMBER.statuses, one))
  return odd !== undefined && CUCUMBER.statuses[worst] !== 'FAILED' ? odd : worst
}

const statusOf = ({ result }: Fields): string => {
  const word = stringOf(fieldsOf(result).status)?.toLowerCase()
  return word === undefined || word === '' ? 'unknown' : word
}

const outputsOf = ({ output }: Fields): OutputFact[] => {
  const lines = listOf(output)
    .map(stringOf)
    .filter((line) => line !== null)
  return lines.length === 0 ? [] : [{ level: 'INFO', text: lines.join('\n') }]
}

const attachmentsOf = ({ embeddings }: Fields): AttachmentFact[] =>
  listOf(embeddings).map((one) => ({ name: stringOf(fieldsOf(one).name) ?? '' }))

const stepName = ({ keyword, name }: Fields): string =>
  `${(stringOf(keyword) ?? '').trim()} ${stringOf(name) ?? ''}`.trim()
