/** Diff of two versions of a case, by field, and by step. */
import type { CaseVersion } from '../../../contract/cases/history.ts'
import type { CaseStep } from '../../../contract/cases/steps.ts'
import { fieldName, stepText, formatValue, type Known } from '../../shared/case-fields/format-value.ts'

type Content = CaseVersion['content']

export interface StepChange {
  id: string
  did: 'added' | 'deleted' | 'changed' | 'moved'
  before: string
  after: string
}

export type FieldChange =
  | { field: string; name: string; kind: 'words'; before: string; after: string }
  | { field: string; name: string; kind: 'steps'; steps: StepChange[] }

const FIELDS = [
  'title',
  'testSuiteId',
  'draft',
  'deprecated',
  'priority',
  'automationState',
  'description',
  'preConditions',
  'postConditions',
  'attachments',
] as const

export const changesBetween = (before: Content, after: Content, known: Known): FieldChange[] => {
  const ids = new Set([...Object.keys(before.customFields), ...Object.keys(after.customFields)])
  const custom = [...ids].map((id) => `field:${id}`)
  const words = [...FIELDS, ...custom].flatMap((field): FieldChange[] => {
    if (sameIn(field, before, after)) return []
    const [was, is] = [formatValue(field, before, known), formatValue(field, after, known)]
    // Values that were removed from the settings read as none.
    if (was === is) return []
    return [{ field, name: fieldName(field, known), kind: 'words', before: was, after: is }]
  })
  const steps = stepChanges(before.steps, after.steps)
  return steps.length === 0
    ? words
    : [...words, { field: 'steps', name: fieldName('steps', known), kind: 'steps', steps }]
}

const sameIn = (field: string, before: Content, after: Content): boolean => {
  const valueOf = (content: Content): unknown =>
    field.startsWith('field:')
      ? (content.customFields[field.slice('field:'.length)] ?? null)
      : content[field as keyof Content]
  return JSON.stringify(valueOf(before)) === JSON.stringify(valueOf(after))
}

/** Step ids are permanent: a step at another position among those that stayed was moved. */
export const stepChanges = (before: readonly CaseStep[], after: readonly CaseStep[]): StepChange[] => {
  const [was, is] = [new Map(before.map((step) => [step.id, step])), new Map(after.map((step) => [step.id, step]))]
  const stayed = before.filter(({ id }) => is.has(id)).map(({ id }) => id)
  const stayedAfter = after.filter(({ id }) => was.has(id)).map(({ id }) => id)
  const kept = after.flatMap((step): StepChange[] => {
    const old = was.get(step.id)
    const words = stepText(step)
    if (old === undefined) return [{ id: step.id, did: 'added', before: '', after: words }]
    if (JSON.stringify(old) !== JSON.stringify(step))
      return [{ id: step.id, did: 'changed', before: stepText(old), after: words }]
    return stayed.indexOf(step.id) === stayedAfter.indexOf(step.id)
      ? []
      : [{ id: step.id, did: 'moved', before: words, after: words }]
  })
  const gone = before
    .filter(({ id }) => !is.has(id))
    .map((step): StepChange => ({ id: step.id, did: 'deleted', before: stepText(step), after: '' }))
  return [...kept, ...gone]
}
