import { z } from 'zod/mini'
import type { FieldError } from '../errors.ts'

/**
 * Version of a list of the settings that is edited and saved as a whole: result statuses, observation types, priorities, automation states,
 * the order of fields. A save contains the version that the edits are based on; for an outdated version the server answers 409 with
 * `ERROR_CODES.stale` and, in `current`, the stored list.
 */
export const version = z.int().check(z.minimum(0))

/** Author and time of the stored version; null for the initial list of a project. */
export const SavedBy = z.nullable(z.object({ userId: z.int(), name: z.string(), at: z.string() }))
export type SavedBy = z.infer<typeof SavedBy>

/** Id of an entry; null for an entry to add. */
export const entryId = z.nullable(z.int().check(z.minimum(1)))

/** `place` of an error in the list as a whole. */
export const WHOLE_LIST = -1

/** An invalid field of an entry: `place` is the entry's place in the list, from 0, or `WHOLE_LIST`. */
export interface EntryFault {
  place: number
  field: string
  message: string
}

/** Converts a fault to the form of the API: `{list}.{place}.{field}`, or `{list}` for the list as a whole. */
export const fieldErrorOf = (list: string, { place, field, message }: EntryFault): FieldError => ({
  field: place === WHOLE_LIST ? list : `${list}.${place}.${field}`,
  message,
})

/** Inverse of `fieldErrorOf`. Returns null for an error outside the list. */
export const entryFaultOf = (list: string, { field: path, message }: FieldError): EntryFault | null => {
  const [head, place, ...field] = path.split('.')
  if (head !== list) return null
  return place === undefined
    ? { place: WHOLE_LIST, field: '', message }
    : { place: Number(place), field: field.join('.'), message }
}
