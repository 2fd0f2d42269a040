import { fieldsWith, isSecret, type FieldKey, type FieldValues } from '../../contract/workspace/integration-kinds.ts'
import { INTEGRATION_TEXTS } from '../../contract/workspace/integration-texts.ts'
import { leadsElsewhere, problemsIn } from '../../contract/workspace/integrations.ts'
import { TEXTS } from '../../contract/texts.ts'
import { invalid } from '../http/errors.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { openSecrets, type Kind, type Row } from './stored.ts'

/** Values to save or check. */
export interface Completed {
  /** Values of fields that are not secrets. */
  values: FieldValues
  secrets: FieldValues
  /** Secrets from the request, not from the stored row. */
  given: FieldKey[]
}

/**
 * Returns `wanted` completed with stored secrets. These are used only while the fields that decide where they are sent are unchanged:
 * otherwise changing the address would reveal them. Throws 400 with every invalid field.
 */
export const complete = (kind: Kind, requested: FieldValues, row: Row | undefined, sealing: Secrets): Completed => {
  const isElsewhere = row !== undefined && leadsElsewhere(kind, row.field_values, requested)
  const opened = row === undefined ? {} : openSecrets(sealing, row)
  const stored = isElsewhere ? {} : (opened ?? {})
  const problems = problemsIn(kind, requested, (key) => stored[key] !== undefined)
  const errors = Object.entries(problems).map(([field, message]) => {
    const wasStored = row?.secrets_entered[field as FieldKey] !== undefined && message === TEXTS.required
    const why = isElsewhere ? INTEGRATION_TEXTS.enterAgain : INTEGRATION_TEXTS.unreadable
    return { field, message: wasStored ? why : message }
  })
  if (errors.length > 0) throw invalid(errors)
  const fields = fieldsWith(kind, requested)
  const open = fields.filter((field) => !isSecret(field))
  const secret = fields.filter(isSecret)
  return {
    values: Object.fromEntries(open.map(({ key }) => [key, requested[key] ?? ''])),
    secrets: Object.fromEntries(
      secret.flatMap(({ key }) => {
        const value = requested[key] || stored[key]
        return value === undefined ? [] : [[key, value]]
      }),
    ),
    given: secret.flatMap(({ key }) => (requested[key] ? [key] : [])),
  }
}

/** Throws 400 for values of fields that the integration does not have. */
export const requireFieldsOf = ({ fields }: Kind, values: FieldValues): void => {
  const unknown = Object.keys(values).filter((name) => fields.every(({ key }) => key !== name))
  if (unknown.length > 0) throw invalid(unknown.map((field) => ({ field, message: INTEGRATION_TEXTS.notAField })))
}
