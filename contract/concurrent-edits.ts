import { z } from 'zod/mini'

/**
 * Optimistic concurrency control for every call that changes stored data:
 *
 * - The body contains only the fields to change. Omitted fields keep their stored values.
 * - `expected` contains the values of the changed fields that the author saw when the edit began (the base of a three-way merge). The
 *   server locks the row and merges: a field changes if its stored value equals the expected or the new value. Otherwise the server answers
 *   409 `ERROR_CODES.stale` and writes nothing: `errors` names each colliding field, `current` is the call's answer for the current state.
 * - A field without an expected value is overwritten, so that a script can set it without reading it first.
 *
 * Base values instead of a row version allow merging: two users who change different fields of a milestone do not conflict. Where the
 * server stores all versions (test cases), `version` identifies the base values instead of repeating them. Lists that are saved as a whole
 * (`settings/held-list.ts`, models) use `version` as well: the server rejects an older version with the stored list in `current`, and the
 * editor merges by entry before it saves again.
 */
export const withExpected = <Shape extends z.core.$ZodShape>(changes: z.ZodMiniObject<Shape>) =>
  z.extend(changes, { expected: z.optional(anyOf<keyof Shape & string>(Object.keys(changes.shape))) })

/** Expected values are not validated: they were stored when other rules applied. */
const anyOf = <Field extends string>(fields: readonly string[]): z.ZodMiniType<Expected<Field>> =>
  z.object(Object.fromEntries(fields.map((field) => [field, z.optional(z.unknown())]))) as unknown as z.ZodMiniType<
    Expected<Field>
  >

export type Expected<Field extends string> = { [F in Field]?: unknown }

/** The fields and base values of an edit, as an editor sends them. */
export interface Edit<Values> {
  changes: Partial<Values>
  expected: Partial<Values>
}
