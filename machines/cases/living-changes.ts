import type { CaseChanges, CustomValues } from '../../contract/cases/cases.ts'
import type { TestCaseField } from '../../contract/settings/test-case-fields.ts'
import { referringEntries, withoutMissing } from '../patterns/missing-values.ts'
import { fieldOfCase, referringSharedSteps, referringStepAttachments } from './referring-steps.ts'

interface Definitions {
  priorities: readonly { id: number }[]
  automationStates: readonly { id: number }[]
  fields: readonly TestCaseField[]
}

type Content = Required<Pick<CaseChanges, 'steps' | 'attachments'>>

type Referring = Pick<CaseChanges, 'priority' | 'automationState' | 'customFields' | 'steps' | 'attachments'>

/**
 * Edits without values that were removed from the settings or the project. `gone`: the parts that lost a value, such as `priority`,
 * `field:12` or `sharedSteps`.
 */
export interface LivingChanges<Changes extends Referring = CaseChanges> {
  changes: Partial<Changes>
  gone: string[]
}

/** `errors`: those of the server, which knows the users, shared steps and files of the project. */
export const livingChanges = <Changes extends Referring>(
  changes: Changes,
  definitions: Definitions,
  errors: readonly { field: string }[] = [],
): LivingChanges<Changes> => {
  const living: Partial<Changes> = { ...changes }
  const gone: string[] = []
  const keepIfKnown = (part: 'priority' | 'automationState', known: Definitions['priorities']) => {
    const id = changes[part]?.id
    if (id === undefined || known.some((one) => one.id === id)) return
    delete living[part]
    gone.push(part)
  }
  keepIfKnown('priority', definitions.priorities)
  keepIfKnown('automationState', definitions.automationStates)
  const values: CustomValues = {}
  for (const [id, value] of Object.entries(changes.customFields ?? {})) {
    const field = definitions.fields.find((one) => String(one.id) === id)
    const isRejected = field?.dataType === 'USER' && errors.some((one) => one.field === `changes.customFields.${id}`)
    const own = field === undefined || isRejected ? undefined : livingValue(field, value)
    if (own !== undefined) values[id] = own
    if (own === undefined || lengthOf(own) < lengthOf(value)) gone.push(`field:${id}`)
  }
  if (Object.keys(values).length > 0) living.customFields = values
  else delete living.customFields
  const { steps = [], attachments = [] } = changes
  const existing = existingContent({ steps, attachments }, errors)
  if (existing !== null) {
    if (changes.steps !== undefined) living.steps = existing.values.steps
    if (changes.attachments !== undefined) living.attachments = existing.values.attachments
    gone.push(...existing.missing)
  }
  return { changes: living, gone }
}

const referring = [
  referringSharedSteps<Content>(),
  referringStepAttachments<Content>(),
  referringEntries<'attachments', Content>('attachments'),
]

/** Errors of other fields are ignored. */
const existingContent = (values: Content, errors: readonly { field: string }[]) => {
  const own = errors
    .map(({ field }) => ({ field: fieldOfCase(field) }))
    .filter(({ field }) => referring.some((part) => part.positionsIn(field) !== null))
  return withoutMissing(referring)(values, values, own)
}

/** Returns the value without removed options; undefined if none of them is left. */
const livingValue = (field: TestCaseField, value: CustomValues[string]): CustomValues[string] | undefined => {
  if (value === null || (field.dataType !== 'DROPDOWN' && field.dataType !== 'MULTI_SELECT')) return value
  const options = new Set<unknown>(field.value.options.map(({ id }) => id))
  if (!Array.isArray(value)) return options.has(value) ? value : undefined
  const living = value.filter((id) => options.has(id))
  return living.length === 0 && value.length > 0 ? undefined : living
}

const lengthOf = (value: CustomValues[string]): number => (Array.isArray(value) ? value.length : 1)
