import { z } from 'zod/mini'
import { understood } from './json.ts'
import { aTest, reasonOf, timeOf, type ReportedStatus, type ReportedTest, type Reporting } from './reported.ts'

const Result = z.object({
  status: z.optional(z.string()),
  /** Nanoseconds. */
  duration: z.optional(z.number()),
  error_message: z.optional(z.string()),
})
const Step = z.object({
  keyword: z.optional(z.string()),
  name: z.optional(z.string()),
  hidden: z.optional(z.boolean()),
  result: z.optional(Result),
})
const Element = z.object({
  type: z.optional(z.string()),
  keyword: z.optional(z.string()),
  name: z.optional(z.string()),
  line: z.optional(z.number()),
  start_timestamp: z.optional(z.string()),
  tags: z.optional(z.array(z.object({ name: z.string() }))),
  before: z.optional(z.array(z.object({ result: z.optional(Result) }))),
  after: z.optional(z.array(z.object({ result: z.optional(Result) }))),
  steps: z.optional(z.array(Step)),
})
type Element = z.infer<typeof Element>
const Feature = z.object({
  uri: z.optional(z.string()),
  name: z.optional(z.string()),
  tags: z.optional(z.array(z.object({ name: z.string() }))),
  elements: z.optional(z.array(z.unknown())),
})

/**
 * Worst first: the worst step decides the result of the scenario. Steps without an implementation are skipped, neither failed nor passed.
 */
const STATUSES: readonly [words: string, status: ReportedStatus][] = [
  ['failed', 'FAILED'],
  ['ambiguous', 'FAILED'],
  ['undefined', 'SKIPPED'],
  ['pending', 'SKIPPED'],
  ['skipped', 'SKIPPED'],
  ['passed', 'PASSED'],
]

/** Reads the JSON of Cucumber for Java, JavaScript and Ruby: scenarios of features, and each example of an outline. */
export function* readCucumber(features: readonly unknown[], report: Reporting): Generator<ReportedTest> {
  report.launch({ framework: 'cucumber' })
  for (const entry of features) {
    const feature = understood(Feature, entry, 'A feature', report)
    if (feature === null) continue
    let background: Element | null = null
    for (const one of feature.elements ?? []) {
      const element = understood(Element, one, `A scenario of ${feature.name ?? feature.uri ?? 'a feature'}`, report)
      if (element === null) continue
      if (element.type === 'background') background = element
      else {
        yield testOf(feature, background, element)
        background = null
      }
    }
  }
}

const testOf = (feature: z.infer<typeof Feature>, background: Element | null, element: Element): ReportedTest => {
  const steps = [...(background?.steps ?? []), ...(element.steps ?? [])]
  const hooks = [...(background?.before ?? []), ...(element.before ?? []), ...(element.after ?? [])]
  const results = [...hooks, ...steps].flatMap(({ result }) => result ?? [])
  const [words, status] = STATUSES.find(([one]) => results.some((result) => result.status === one)) ?? [
    '',
    'SKIPPED' as const,
  ]
  const nanoseconds = results.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  const decisive = steps.find(({ result }) => result?.status === words)
  const error = results.find(({ status: one, error_message: message }) => one === words && message)?.error_message
  return aTest({
    name: element.name?.trim() || `${element.keyword ?? 'Scenario'} in line ${element.line ?? '?'}`,
    className: feature.name?.trim() || feature.uri || null,
    methodName: element.line === undefined ? null : `${feature.uri ?? ''}:${element.line}`,
    status,
    reason:
      status === 'PASSED'
        ? null
        : reasonOf(error ?? (decisive && words !== 'skipped' ? `${stepWords(decisive)}: ${words}` : null), null),
    startedAt: timeOf(element.start_timestamp),
    durationMs: Math.round(nanoseconds / 1_000_000),
    groups: [...new Set([...(feature.tags ?? []), ...(element.tags ?? [])].map(({ name }) => name.replace(/^@/, '')))],
    output: steps
      .filter(({ hidden }) => hidden !== true)
      .map((step) => ({
        level: step.result?.status === 'failed' ? ('WARN' as const) : ('INFO' as const),
        message: `${stepWords(step)} (${step.result?.status ?? 'unknown'})`,
      })),
  })
}

const stepWords = ({ keyword = '', name = '' }: z.infer<typeof Step>): string => `${keyword.trim()} ${name}`.trim()
