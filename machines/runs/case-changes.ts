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

/** Names and values of a case's fields as text; `isShown`: whether the project displays the field. */
export interface FieldTexts {
  isShown: (field: string) => boolean
  name: (field: string) => string
  value: (field: string, content: Pick<TestCase, 'priority' | 'automationState' | 'customFields'>) => string
}

const TEXTS = ['title', 'description', 'preConditions', 'postConditions'] as const

interface NamedStep {
  id: string
  name: string
  words: string
}

const stepText = ({ action, expectedResult, attachments }: Step): string =>
  [action, expectedResult, attachments.map(({ name }) => name).join(', ')].filter((text) => text !== '').join('\n')

/** Steps with those of shared steps in their place, numbered as users see them. */
const numbered = (steps: readonly { id: string; words: string }[]): NamedStep[] =>
  steps.map((step, i) => ({ ...step, name: `Step ${i + 1}` }))

const stepsAsRun = ({ steps }: RunCaseContent) =>
  numbered(
    steps.flatMap((step) =>
      step.kind === 'step'
        ? [{ id: step.id, words: stepText(step) }]
        : step.steps.map((one) => ({ id: `${step.id}/${one.id}`, words: stepText(one) })),
    ),
  )

const stepsNow = ({ steps, sharedSteps }: Pick<TestCase, 'steps' | 'sharedSteps'>) => {
  const shared = new Map(sharedSteps.map((one) => [one.id, one.steps]))
  return numbered(
    steps.flatMap((step) =>
      step.kind === 'step'
        ? [{ id: step.id, words: stepText(step) }]
        : (shared.get(step.sharedStepsId) ?? []).map((one) => ({ id: `${step.id}/${one.id}`, words: stepText(one) })),
    ),
  )
}

/** Returns the differences between the run's version of a case and the newest, of fields that the project displays. */
export function caseChanges(
  asRun: RunCaseContent,
  now: TestCase,
  { isShown, name: nameOf, value }: FieldTexts,
): CaseChange[] {
  const changed = (id: string, before: string, after: string): CaseChange[] =>
    before === after || !isShown(id) ? [] : [{ id, name: nameOf(id), kind: 'changed', before, after }]
  const properties = {
    priority: asRun.priorityId === null ? null : { id: asRun.priorityId },
    automationState: asRun.automationStateId === null ? null : { id: asRun.automationStateId },
    customFields: asRun.customFields,
  }
  const custom = new Set([...Object.keys(asRun.customFields), ...Object.keys(now.customFields)])
  const valued = ['priority', 'automationState', ...[...custom].map((id) => `field:${id}`)]
  const files = ({ attachments }: Pick<TestCase, 'attachments'>) => attachments.map(({ name }) => name).join(', ')
  return [
    ...TEXTS.flatMap((field) => changed(field, asRun[field], now[field])),
    ...(isShown('steps') ? stepChanges(asRun, now) : []),
    ...changed('attachments', files(asRun), files(now)),
    ...valued.flatMap((field) => changed(field, value(field, properties), value(field, now))),
  ]
}

function stepChanges(asRun: RunCaseContent, now: TestCase): CaseChange[] {
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
  const saved = (steps: readonly NamedStep[], other: ReadonlyMap<string, unknown>) =>
    steps.flatMap(({ id }) => (other.has(id) ? [id] : [])).join(' ')
  const isMoved = saved(before, is) !== saved(after, was)
  return [
    ...removed,
    ...changed,
    ...(isMoved
      ? [{ id: 'order', name: 'Order of steps', kind: 'changed' as const, before: 'Earlier order', after: 'New order' }]
      : []),
  ]
}
