import { IN_THE_ENTRY } from './attempts.ts'
import type { Fact, TestFact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { fieldsOf, listOf, recordsOf, stringOf } from './json-records.ts'
import { seconds } from './numbers.ts'
import { joinReasons } from './texts.ts'

type Fields = Readonly<Record<string, unknown>>

export const BEHAVE: Format = {
  id: 'behave',
  read: readBehave,
  statuses: {
    passed: 'PASSED',
    failed: 'FAILED',
    undefined: 'FAILED',
    error: 'FAILED',
    hook_error: 'FAILED',
    skipped: 'SKIPPED',
    untested: 'SKIPPED',
  },
  attempts: IN_THE_ENTRY,
  identity: 'The file and the name of the feature, and the scenario, as `behave --junit` writes them.',
  steps: 'Steps of the scenario and of its background, with their errors.',
  attachments: 'Embedded contents of steps.',
  writers: 'behave: `--format json`',
  notes: ['A scenario without a result did not run and counts as skipped.'],
}

/** The name of a feature follows its scenarios: each feature is read as a whole. */
async function* readBehave(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'behave' }
  for await (const records of recordsOf(input, (path) => path.length === 1))
    for (const { value } of records) {
      const feature = fieldsOf(value)
      for (const element of listOf(feature.elements).map(fieldsOf))
        if (element.type !== 'background') yield testOf(feature, element, input)
    }
}

const testOf = (feature: Fields, scenario: Fields, { saveContent }: ReportInput): TestFact => {
  const steps = listOf(scenario.steps).map(fieldsOf)
  const results = steps.map(({ result }) => fieldsOf(result))
  const durations = results.map(({ duration }) => duration).filter((one) => typeof one === 'number')
  const name = stringOf(scenario.name)?.trim() || stringOf(scenario.keyword)
  const reasons = steps.map((step, at) => {
    const word = stringOf(results[at]?.status) ?? 'untested'
    if (BEHAVE.statuses[word] !== 'FAILED') return null
    return [`${stepName(step)}: ${word}`, errorOf(results[at] ?? {})].filter(Boolean).join('\n')
  })
  return {
    kind: 'test',
    name,
    className: classOf(feature),
    methodName: name,
    status: stringOf(scenario.status) ?? 'untested',
    reason: joinReasons(reasons),
    duration: seconds(durations.length === 0 ? null : durations.reduce((sum, one) => sum + one, 0)),
    groups: [...listOf(feature.tags), ...listOf(scenario.tags)].map(stringOf),
    steps: steps.map((step, at) => ({
      name: stepName(step),
      depth: 0,
      status: stringOf(results[at]?.status) ?? 'untested',
      durationMs: seconds(results[at]?.duration).ms,
      location: stringOf(fieldsOf(step.match).location) ?? stringOf(step.location),
      error: errorOf(results[at] ?? {}),
    })),
    attachments: steps.flatMap(({ embeddings }) =>
      listOf(embeddings).map((one) => {
        const { mime_type: contentType, data, caption } = fieldsOf(one)
        return {
          name: stringOf(caption),
          contentType: stringOf(contentType),
          content: saveContent(stringOf(data) ?? '', 'base64'),
        }
      }),
    ),
  }
}

const errorOf = ({ error_message: lines }: Fields): string => [lines ?? []].flat().map(stringOf).join('\n')

const stepName = ({ keyword, name }: Fields): string =>
  `${(stringOf(keyword) ?? '').trim()} ${stringOf(name) ?? ''}`.trim()

/** `features/shop/cart.feature:2` with the feature Cart is `shop.cart.Cart`. */
const classOf = ({ location, name }: Fields): string | null => {
  const path = (stringOf(location) ?? '').replace(/:\d{1,9}$/, '').replace(/\.feature$/, '')
  const parts = path.split(/[\\/]/)
  const root = parts.lastIndexOf('features')
  const own = root < 0 ? parts.slice(-1) : parts.slice(root + 1)
  return [...own, stringOf(name)?.trim()].filter(Boolean).join('.') || null
}
