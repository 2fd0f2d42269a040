/** Field values as text, for the change log and collisions. */
import type { TestCase } from '../../../contract/cases/cases.ts'
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import type { Vocabulary } from '../../shared/cases/vocabulary.tsx'
import { labelOf } from './fields.ts'

/** As much of a user as texts need. */
export interface NamedUser {
  id: number
  name: string
}

export interface Known {
  vocabulary: Vocabulary
  people: readonly NamedUser[]
  suiteName?: (id: number) => string | undefined
}

export type Content = Partial<
  Pick<
    TestCase,
    | 'title'
    | 'testSuiteId'
    | 'draft'
    | 'deprecated'
    | 'priority'
    | 'automationState'
    | 'description'
    | 'preConditions'
    | 'postConditions'
    | 'steps'
    | 'attachments'
    | 'customFields'
  >
>

const NAMES: Record<string, string> = {
  title: 'Title',
  testSuiteId: 'Suite',
  draft: 'Draft',
  deprecated: 'Deprecated',
  priority: 'Priority',
  automationState: 'Automation state',
  description: 'Description',
  preConditions: 'Pre-conditions',
  postConditions: 'Post-conditions',
  steps: 'Steps',
  sharedSteps: 'Shared steps',
  stepAttachments: 'Attachments of steps',
  attachments: 'Attachments',
}

const idOf = (field: string): number => Number(field.slice('field:'.length))

/** Label of `title`, `steps`, `field:12` or a part of the steps, such as `sharedSteps`. */
export const fieldName = (field: string, { vocabulary }: Known): string => {
  const found = vocabulary.fields.find((one) =>
    field.startsWith('field:') ? one.id === idOf(field) : one.type === 'SYSTEM' && one.systemName === field,
  )
  return found === undefined ? (NAMES[field] ?? 'A deleted field') : labelOf(found)
}

const valueIn = (content: Content, field: string): unknown =>
  field.startsWith('field:') ? content.customFields?.[String(idOf(field))] : content[field as keyof Content]

/** Empty string for no value. */
export const formatValue = (field: string, content: Content, known: Known): string => {
  const { vocabulary } = known
  switch (field) {
    case 'draft':
    case 'deprecated':
      return content[field] === true ? 'Yes' : 'No'
    case 'priority':
      return vocabulary.priorities.find(({ id }) => id === content.priority?.id)?.name ?? ''
    case 'automationState':
      return vocabulary.automationStates.find(({ id }) => id === content.automationState?.id)?.name ?? ''
    case 'testSuiteId':
      return content.testSuiteId == null ? '' : (known.suiteName?.(content.testSuiteId) ?? 'A deleted suite')
    case 'steps':
      return (content.steps ?? []).map((step, i) => `${i + 1}. ${stepText(step)}`).join('\n')
    case 'attachments':
      return (content.attachments ?? []).map(({ name }) => name).join('\n')
    default: {
      const custom = vocabulary.fields.find(({ id }) => field === `field:${id}`)
      const value = valueIn(content, field)
      if (custom !== undefined) return formatCustomValue(custom, value, known.people)
      // Numbers are options of deleted fields.
      return typeof value === 'string' ? value : ''
    }
  }
}

export const stepText = (step: NonNullable<Content['steps']>[number]): string =>
  step.kind === 'shared'
    ? 'Shared steps'
    : step.action + (step.expectedResult === '' ? '' : ` → ${step.expectedResult}`)

export const formatCustomValue = (field: TestCaseField, value: unknown, people: readonly NamedUser[]): string => {
  if (value === undefined || value === null || value === '') return ''
  if (field.dataType === 'USER') return people.find(({ id }) => id === value)?.name ?? 'A former member'
  if (field.dataType === 'DROPDOWN' || field.dataType === 'MULTI_SELECT') {
    const ids = Array.isArray(value) ? (value as unknown[]) : [value]
    const names = field.value.options.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    return names.join(', ')
  }
  return typeof value === 'string' ? value : ''
}
