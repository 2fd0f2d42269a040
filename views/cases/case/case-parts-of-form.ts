import { fieldsOf } from '../../../machines/cases/case-editing.machine.ts'
import { livingChanges } from '../../../machines/cases/living-changes.ts'
import { eachValue, type FormParts } from '../../../machines/patterns/form-parts.ts'
import { fieldOfCase, referringSharedSteps, referringStepAttachments } from '../../../machines/cases/referring-steps.ts'
import {
  referringEntries,
  storedInstead,
  withoutMissing,
  type ReferringPart,
} from '../../../machines/patterns/missing-values.ts'
import { stepParts } from '../../shared/steps/step-parts.ts'
import { written } from '../../shared/steps/steps.ts'
import type { Vocabulary } from '../../shared/cases/vocabulary.tsx'
import { changesOf, shownOf, type CaseValues } from './case-values.ts'

const FIELD = 'field:'
const values = eachValue<CaseValues>()

/** Each custom field is a part, with the server's name: `field:12`. */
const withFields: FormParts<CaseValues> = {
  names: (one) => [
    ...values.names(one).filter((name) => name !== 'customFields'),
    ...Object.keys(one.customFields).map((id) => `${FIELD}${id}`),
  ],
  read: (one, part) =>
    part.startsWith(FIELD) ? (one.customFields[part.slice(FIELD.length)] ?? null) : values.read(one, part),
  take: (part, from, into) => {
    if (!part.startsWith(FIELD)) return values.take(part, from, into)
    const id = part.slice(FIELD.length)
    return { customFields: { ...into.customFields, [id]: from.customFields[id] ?? null } }
  },
}

export const CASE_PARTS = stepParts(withFields)

const livingIn = (values: CaseValues, vocabulary: Vocabulary) => {
  const { changes, gone } = livingChanges(shownOf(values), vocabulary)
  const { priority, automationState, customFields = {} } = changes
  const living: CaseValues = {
    ...values,
    priority: priority?.id ?? null,
    automationState: automationState?.id ?? null,
    customFields,
  }
  return { living, gone }
}

/**
 * Returns a form without what was removed from the settings: an edited field that loses its value falls back to `base`. `removed`: names of
 * these fields.
 */
export const livingForm = (
  { base, values }: { base: CaseValues; values: CaseValues },
  vocabulary: Vocabulary,
): { base: CaseValues; values: CaseValues; removed: string[] } => {
  const { living: livingBase } = livingIn(base, vocabulary)
  const { living, gone } = livingIn(values, vocabulary)
  const edited = fieldsOf(changesOf(base, values))
  const removed = gone.filter((field) => edited.includes(field))
  const lost = removed.filter((field) => CASE_PARTS.read(living, field) === null)
  return {
    base: livingBase,
    values: lost.reduce((into, part) => ({ ...into, ...CASE_PARTS.take(part, livingBase, into) }), living),
    removed,
  }
}

/**
 * Returns a form without users, shared steps and files that no longer exist, which are known to the server only: an edited field falls back
 * to the user that the author saw. See `withoutMissing`.
 */
export const existingCase = ({ fields }: Pick<Vocabulary, 'fields'>) => {
  const existing = withoutMissing<CaseValues>([
    ...fields.filter(({ dataType }) => dataType === 'USER').map(({ id }) => referringUser(String(id))),
    referringSharedSteps(),
    referringStepAttachments(),
    referringEntries('attachments'),
  ])
  return (base: CaseValues, values: CaseValues, errors: readonly { field: string }[]) =>
    existing(
      base,
      // The server's positions are those of the steps that were sent.
      { ...values, steps: written(values.steps) },
      errors.map(({ field }) => ({ field: fieldOfCase(field) })),
    )
}

const referringUser = (id: string): ReferringPart<CaseValues> => ({
  name: `${FIELD}${id}`,
  positionsIn: (field) => (field === `customFields.${id}` ? [] : null),
  without: (rest, { base }) => ({
    ...rest,
    customFields: {
      ...rest.customFields,
      [id]: storedInstead(base.customFields[id] ?? null, rest.customFields[id] ?? null),
    },
  }),
})
