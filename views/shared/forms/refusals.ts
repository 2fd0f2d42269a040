/** What a rejected save means for a form. */
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { FieldErrors } from '../../../machines/patterns/form-dialog.machine.ts'
import { eachValue, isAlike, type FormParts } from '../../../machines/patterns/form-parts.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'

export interface RefusalOptions<Values extends Record<string, unknown>> {
  initial: Values
  /** Fields that are never stored in a draft. */
  secrets?: readonly (keyof Values & string)[]
  /** Why nothing can be saved any more, as soon as the page knows it; otherwise the next save is rejected with the reason. */
  ended?: string | null
  /**
   * Maps a rejected or collided field of the contract to a field or part of the form, null for none. By default the same name; of a rejected path, the
   * first name that is a field of the form: `customFields` for `changes.customFields.17`.
   */
  partOf?: (field: string) => string | null
  parts?: FormParts<Values>
}

/** A save that was rejected for the whole edited thing can never succeed. */
export const endedAs = <Values extends Record<string, unknown>>(
  options: RefusalOptions<Values>,
  values: Values,
  failure: unknown,
): { reason: string; values: Values; parts: readonly string[] } | null => {
  const { ended = null, initial, parts = eachValue<Values>(), secrets = [] } = options
  const isRejected =
    failure instanceof ApiError &&
    (failure.status === 403 || failure.status === 404 || failure.code === ERROR_CODES.conflict) &&
    Object.keys(refusalsOf(options, failure)).length === 0
  const reason = ended ?? (isRejected ? messageOf(failure).replace(/[^.!?]$/, '$&.') : null)
  if (reason === null) return null
  const changed = parts.names(values).filter((part) => !isAlike(parts.read(values, part), parts.read(initial, part)))
  return { reason, values, parts: changed.filter((part) => !secrets.includes(part)) }
}

/** Errors by field of the form, and by path within a field. Empty when one of them concerns no field. */
export const refusalsOf = <Values extends Record<string, unknown>>(
  { initial, partOf }: Pick<RefusalOptions<Values>, 'initial' | 'partOf'>,
  error: unknown,
): FieldErrors<Values> => {
  const errors = error instanceof ApiError ? error.errors : []
  const known = errors.map(({ field, message }) => {
    const names = field.split('.')
    const at = names.findIndex((name) => name in initial)
    const mapped = partOf?.(field)
    const shown = mapped === undefined || (mapped !== null && !(mapped in initial)) ? names[at] : (mapped ?? undefined)
    if (shown === undefined) return []
    return shown === names[at] && at < names.length - 1
      ? [
          [shown, message],
          [names.slice(at).join('.'), message],
        ]
      : [[shown, message]]
  })
  // An error of a field that is not displayed is shown above the buttons.
  return known.some((entries) => entries.length === 0) ? {} : (Object.fromEntries(known.flat()) as FieldErrors<Values>)
}
