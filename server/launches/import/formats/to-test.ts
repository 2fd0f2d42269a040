import type { Label } from '../../../../contract/launches/launches.ts'
import { LIMITS as STORED_LIMITS } from '../../../../contract/limits.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { clean } from '../../../../contract/launches/clean.ts'
import { isWebAddress } from '../../../../contract/links.ts'
import { cut } from '../../../db/storable.ts'
import { attachmentName } from '../../../../contract/launches/attachment-name.ts'
import { CASE_LABELS } from './case-links.ts'
import { OF_TESTS, type AttachmentFact, type AttemptFact, type ProblemFact, type TestFact } from './facts.ts'
import type { Quantity } from './numbers.ts'
import { aTest, type ReportedAttachment, type ReportedTest } from './reported.ts'
import { statusOf, type Statuses } from './statuses.ts'
import { outputOf, reasonText, textOf } from './texts.ts'
import { toSteps } from './to-steps.ts'

type Report = (problem: Omit<ProblemFact, 'kind'>) => void

/** Cleans and checks one entry of a report: the same for every format. */
export const toTest = (
  fact: TestFact,
  statuses: Statuses,
  report: Report,
  attach: (attachments: readonly AttachmentFact[]) => ReportedAttachment[],
): ReportedTest => {
  const line = fact.line ?? null
  const ms = (quantity: Quantity | undefined, group: string): number | null => {
    if (quantity?.problem) report({ message: quantity.problem, group, line })
    return quantity?.ms ?? null
  }
  let cutTexts = 0
  const within = (text: TestFact['name'], limit: number): string | null => {
    const whole = textOf(text, Infinity)
    if (whole === null || whole.length <= limit) return whole
    cutTexts += 1
    return cut(whole, limit)
  }
  const className = within(fact.className, 2000)
  const name = within(fact.name ?? fact.methodName, 4000) ?? textOf(fact.methodName, 4000) ?? 'Test without a name'
  // It is shortened as the name, too, but less.
  const methodName = fact.methodName === fact.name ? textOf(fact.methodName, 2000) : within(fact.methodName, 2000)
  const status = statusOf(fact.status, statuses, () =>
    report({
      message: fact.status
        ? `The status "${fact.status.slice(0, 60)}" of ${name} is unknown: the test counts as aborted`
        : `${name} has no status and counts as aborted`,
      group: 'status',
      line,
    }),
  )
  const labels = (fact.labels ?? []).flatMap(({ key, value }): Label[] => {
    const [labelKey, text] = [within(key, LIMITS.labelKey), within(value, LIMITS.labelValue)]
    return labelKey === null || text === null ? [] : [{ key: labelKey, value: text }]
  })
  const groups = [...new Set((fact.groups ?? []).flatMap((group) => within(group, 255) ?? []))]
  const owner = within(fact.owner, 255)
  const withSteps = ({ steps = [], omittedSteps = 0, attachments = [] }: AttemptFact) => {
    const reported = toSteps(steps, statuses, omittedSteps, report)
    const files = attachments.filter(isFile).map(({ step = -1, ...file }) => {
      const index = reported.indexes.get(step)
      return index === undefined ? file : { ...file, step: index }
    })
    return { steps: { steps: reported.steps, omitted: reported.omitted }, attachments: attach(files) }
  }
  if (cutTexts > 0) report({ message: '', beyond: { ...CUT_TEXTS, count: cutTexts } })
  return aTest({
    name,
    className,
    methodName,
    variant: fact.variant === undefined ? (name === (methodName ?? name) ? null : name) : fact.variant,
    status,
    reason: status === 'PASSED' ? null : reasonText(fact.reason),
    startedAt: ms(fact.startedAt, 'time'),
    durationMs: ms(fact.duration, 'duration'),
    labels,
    groups,
    owner,
    output: [
      ...(fact.output ?? []).flatMap(outputOf),
      // A passed test has no reason: its text would be lost.
      ...(status === 'PASSED' ? outputOf({ level: 'INFO', text: fact.reason ?? '' }) : []),
    ],
    links: [...(fact.attempts ?? []), fact].flatMap(({ attachments = [] }) => attachments.flatMap(linkOf)),
    ...withSteps(fact),
    earlier: (fact.attempts ?? []).map((attempt) => ({
      status: statusOf(attempt.status, statuses, () => {}),
      reason: reasonText(attempt.reason),
      ...withSteps(attempt),
    })),
  })
}

const LINK_LIMIT = 2000

const linkOf = (fact: AttachmentFact): ReportedTest['links'] =>
  isFile(fact) ? [] : [{ name: attachmentName(fact), value: clean(fact.path ?? '') }]

const isFile = ({ path, content }: AttachmentFact): boolean =>
  content !== undefined || !isWebAddress(path ?? '') || (path ?? '').length > LINK_LIMIT

const CUT_TEXTS = {
  of: OF_TESTS,
  one: 'name or label',
  many: 'names or labels',
  rest: 'cut: a name or the value of a label has at most 4,000 characters, a class or method 2,000, and another text 255',
}

const { reportedEntries, reportedCharacters } = STORED_LIMITS
const ENTRIES = `a test has at most ${reportedEntries} of them`
const CHARACTERS = `${ENTRIES}, with ${reportedCharacters.toLocaleString('en-US')} characters in all`

/** Leaves out the labels, linked cases and groups of a test that are beyond its limits, and reports their numbers. */
export const withinLimits = (test: ReportedTest, report: Report): ReportedTest => {
  const first = <Entry>(
    entries: readonly Entry[],
    [one, many]: readonly [string, string],
    lengthOf: ((entry: Entry) => number) | null,
  ): Entry[] => {
    let characters = 0
    const fitting = entries.slice(0, reportedEntries).filter((entry) => {
      characters += lengthOf?.(entry) ?? 0
      return characters <= reportedCharacters
    })
    const count = entries.length - fitting.length
    const rest = `not imported: ${lengthOf === null ? ENTRIES : CHARACTERS}`
    if (count > 0) report({ message: '', beyond: { count, one, many, of: OF_TESTS, rest } })
    return fitting
  }
  const isLink = ({ key }: Label): boolean => key.startsWith(CASE_LABELS)
  const lengthOf = ({ key, value }: Label): number => key.length + value.length
  return {
    ...test,
    labels: [
      ...first(
        test.labels.filter((label) => !isLink(label)),
        ['label', 'labels'],
        lengthOf,
      ),
      ...first(test.labels.filter(isLink), ['linked case', 'linked cases'], lengthOf),
    ],
    groups: first(test.groups, ['group', 'groups'], null),
    links: first(test.links, ['link', 'links'], ({ name, value }) => name.length + value.length),
  }
}
