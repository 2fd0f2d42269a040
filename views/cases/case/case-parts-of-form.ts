import { eachValue, type FormParts } from '../../../machines/patterns/form-parts.ts'
import { stepParts } from '../../shared/steps/step-parts.ts'
import type { CaseValues } from './case-values.ts'

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
