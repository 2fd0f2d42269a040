import type { CaseChanges, CustomValues } from '../../contract/cases/cases.ts'
import type { TestCaseField } from '../../contract/settings/test-case-fields.ts'

interface Definitions {
  priorities: readonly { id: number }[]
  automationStates: readonly { id: number }[]
  fields: readonly TestCaseField[]
}

type Referring = Pick<CaseChanges, 'priority' | 'automationState' | 'customFields'>

/** Edits without values that were removed from the settings or the project. `gone`: the fields that lost a value, such as `priority` or `field:12`. */
export interface LivingChanges<Changes extends Referring = CaseChanges> {
  changes: Partial<Changes>
  gone: string[]
}

/** `errors`: those of the server, which knows the users of the project. */
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
  return { changes: living, gone }
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
