import {
  fieldsWith,
  isSecret,
  type FieldKey,
  type FieldValues,
  type IntegrationKind,
} from '../../../contract/workspace/integration-kinds.ts'
import { INTEGRATION_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { leadsElsewhere, problemsIn, type Integration } from '../../../contract/workspace/integrations.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { PartLabels } from '../../shared/forms/edit-notes.tsx'

export type Values = Record<string, string>

/** Secrets start empty, which keeps the stored ones. */
export const valuesOf = ({ fields }: IntegrationKind, { isStored, values }: Integration): Values =>
  Object.fromEntries(fields.map((field) => [field.key, isStored ? (values[field.key] ?? '') : (field.initial ?? '')]))

/** Returns whether an empty field keeps its stored secret. */
export const keepsSecret = (kind: IntegrationKind, integration: Integration, values: FieldValues, key: FieldKey) =>
  integration.secrets[key] !== undefined && !leadsElsewhere(kind, integration.values, values)

export const problemsOf = (kind: IntegrationKind, integration: Integration, values: Values): Values => {
  const problems = problemsIn(kind, values, (key) => keepsSecret(kind, integration, values, key))
  return Object.fromEntries(
    Object.entries(problems).map(([key, message]) => {
      const isStored = integration.secrets[key as FieldKey] !== undefined
      return [key, isStored && message === TEXTS.required ? INTEGRATION_TEXTS.enterAgain : message]
    }),
  )
}

/** Returns the body of a save: changed fields with their base values; all fields when nothing is stored. */
export const bodyOf = (
  kind: IntegrationKind,
  integration: Integration,
  values: Values,
  edit: { changes: Partial<Values>; expected: Partial<Values> },
): FieldValues & { expected: FieldValues } => {
  if (!integration.isStored) {
    const given = fieldsWith(kind, values).map(({ key }) => [key, values[key]] as const)
    return { ...Object.fromEntries(given), expected: Object.fromEntries(given.map(([key]) => [key, ''])) }
  }
  const secretKeys = kind.fields.filter(isSecret).map(({ key }) => key)
  // Secrets are not returned by the server: their base value is the time of entry.
  const entered = secretKeys.filter((key) => key in edit.changes).map((key) => [key, integration.secrets[key] ?? ''])
  return { ...edit.changes, expected: { ...edit.expected, ...Object.fromEntries(entered) } }
}

/** Returns the values to check, including stored ones. */
export const checkedValues = (kind: IntegrationKind, values: Values): FieldValues =>
  Object.fromEntries(fieldsWith(kind, values).map(({ key }) => [key, values[key] ?? '']))

export const textOf = (kind: IntegrationKind): PartLabels<Values> => ({
  name: (part) => kind.fields.find(({ key }) => key === part)?.label ?? part,
  value: (part, values) => {
    const field = kind.fields.find(({ key }) => key === part)
    if (field === undefined) return ''
    if (isSecret(field)) return values[part] === '' ? 'The stored value' : 'The value that you entered'
    return field.options?.find(({ value }) => value === values[part])?.label ?? values[part] ?? ''
  },
})
