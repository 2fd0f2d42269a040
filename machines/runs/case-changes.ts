import type { TestCase } from '../../contract/cases/cases.ts'
import type { Step } from '../../contract/cases/steps.ts'
import type { RunCaseContent } from '../../contract/runs/run-cases.ts'

/** A difference between the run's version of a case and the newest. */
export interface CaseChange {
  id: string
  name: string
  kind: 'changed' | 'added' | 'removed'
  before: string
  after: string
}

const TEXTS = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['preConditions', 'Pre-conditions'],
  ['postConditions', 'Post-conditions'],
] as const

interface NamedStep {
  id: string
  name: string
  words: string
}

const wordsOf = ({ action, expectedResult, attachments }: Step): string =>
  [action, expectedResult, attachments.map(({ name }) => name).join(', ')].filter((text) => text !== '').join('\n')

/** Steps with those of shared steps in their place, numbered as people see them. */
const numbered = (steps: readonly { id: string; words: string }[]): NamedStep[] =>
  steps.map((step, i) => ({ ...step, name: `Step ${i + 1}` }))

const stepsAsRun = ({ steps }: RunCaseContent) =>
  numbered(
    steps.flatMap((step) =>
      step.kind === 'step'
        ? [{ id: step.id, words: wordsOf(step) }]
        : step.steps.map((one) => ({ id: `${step.id}/${one.id}`, words: wordsOf(one) })),
    ),
  )

const stepsNow = ({ steps, sharedSteps }: Pick<TestCase, 'steps' | 'sharedSteps'>) => {
  const shared = new Map(sharedSteps.map((one) => [one.id, one.steps]))
  return numbered(
    steps.flatMap((step) =>
      step.kind === 'step'
        ? [{ id: step.id, words: wordsOf(step) }]
        : (shared.get(step.sharedStepsId) ?? []).map((one) => ({ id: `${step.id}/${one.id}`, words: wordsOf(one) })),
    ),
  )
}

/** Returns the differences between the run's version of a case and the newest. Attributes and custom fields are compared as `other`. */
export function caseChanges(asRun: RunCaseContent, now: TestCase): CaseChange[] {
  const texts = TEXTS.filter(([field]) => asRun[field] !== now[field]).map(([field, name]): CaseChange => ({
    id: field,
    name,
    kind: 'changed',
    before: asRun[field],
    after: now[field],
  }))
  const [before, after] = [stepsAsRun(asRun), stepsNow(now)]
  const [was, is] = [new Map(before.map((one) => [one.id, one])), new Map(after.map((one) => [one.id, one]))]
  const removed = before
    .filter(({ id }) => !is.has(id))
    .map(({ id, name, words }): CaseChange => ({ id, name, kind: 'removed', before: words, after: '' }))
  const changed = after.flatMap(({ id, name, words }): CaseChange[] => {
    const old = was.get(id)
    if (old === undefined) return [{ id, name, kind: 'added', before: '', after: words }]
    return old.words === words ? [] : [{ id, name, kind: 'changed', before: old.words, after: words }]
  })
  const kept = (steps: readonly NamedStep[], other: ReadonlyMap<string, unknown>) =>
    steps.flatMap(({ id }) => (other.has(id) ? [id] : [])).join(' ')
  const isMoved = kept(before, is) !== kept(after, was)
  const [files, filesNow] = [asRun.attachments, now.attachments].map((list) => list.map(({ name }) => name).join(', '))
  return [
    ...texts,
    ...removed,
    ...changed,
    ...(isMoved
      ? [{ id: 'order', name: 'Order of steps', kind: 'changed' as const, before: 'Earlier order', after: 'New order' }]
      : []),
    ...(files === filesNow
      ? []
      : [
          {
            id: 'attachments',
            name: 'Attachments',
            kind: 'changed' as const,
            before: files ?? '',
            after: filesNow ?? '',
          },
        ]),
  ]
}
