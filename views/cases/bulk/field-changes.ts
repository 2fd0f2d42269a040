/** Bulk changes of custom fields: undefined keeps a field, null clears it. */
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { BulkChanges } from '../../../contract/cases/operations.ts'
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'

export type FieldValue = NonNullable<BulkChanges['customFields']>[string]

export const withField = (changes: BulkChanges, fieldId: number, value: FieldValue | undefined): BulkChanges => {
  const { customFields = {}, ...others } = changes
  const rest = Object.fromEntries(Object.entries(customFields).filter(([id]) => id !== String(fieldId)))
  const fields = value === undefined ? rest : { ...rest, [fieldId]: value }
  return Object.keys(fields).length === 0 ? others : { ...others, customFields: fields }
}

/** Initial value of a field that is to be set. */
export const startOf = ({ dataType }: TestCaseField): FieldValue => (dataType === 'MULTI_SELECT' ? [] : '')

export const faultOf = ({ dataType }: TestCaseField, value: FieldValue | undefined): string | null => {
  if (value === undefined || value === null) return null
  if (value === '' || (Array.isArray(value) && value.length === 0)) return TEXTS.required
  if (dataType === 'URI' && !/^https?:\/\/\S+$/i.test(String(value)))
    return 'Must be a URL that begins with http:// or https://'
  return null
}

/** Maximum length of a text field. */
export const maxOf = ({ dataType }: TestCaseField): number =>
  dataType === 'STRING' ? LIMITS.maxFieldString : dataType === 'URI' ? LIMITS.maxFieldUrl : LIMITS.maxFieldText
