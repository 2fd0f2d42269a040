import { z } from 'zod/mini'
import type { FieldError } from '../errors.ts'

/**
 * A list of the settings that is edited as a whole and saved as a whole: result statuses, observation types, priorities,
 * automation states, the order of fields. Whoever saves names the version that the edits are founded on; a save on an older one
 * answers 409 with `ERROR_CODES.stale` and, in `current`, the list as it is stored now.
 */
export const version = z.int().check(z.minimum(0))

/** Who saved the stored version, and when; null for what a project begins with. */
export const SavedBy = z.nullable(z.object({ personId: z.int(), name: z.string(), at: z.string() }))
export type SavedBy = z.infer<typeof SavedBy>

/** Id of an entry; null for one that the save is to add. */
export const entryId = z.nullable(z.int().check(z.minimum(1)))

/** The place of what is wrong with a list as a whole. */
export const WHOLE_LIST = -1

/** One wrong field of an entry: `place` is the entry's place in the list, from 0, or `WHOLE_LIST`. */
export interface EntryFault {
  place: number
  field: string
  message: string
}

/** A fault as it leaves the server: `{list}.{place}.{field}`, or `{list}` for the list as a whole. */
export const fieldErrorOf = (list: string, { place, field, message }: EntryFault): FieldError => ({
  field: place === WHOLE_LIST ? list : `${list}.${place}.${field}`,
  message,
})

/** What `fieldErrorOf` was made of. Null for an error that is not of the list. */
export const entryFaultOf = (list: string, { field: path, message }: FieldError): EntryFault | null => {
  const [head, place, ...field] = path.split('.')
  if (head !== list) return null
  return place === undefined
    ? { place: WHOLE_LIST, field: '', message }
    : { place: Number(place), field: field.join('.'), message }
}
