import { z } from 'zod/mini'

/**
 * How edits of one thing by several people meet, for every call that changes something stored:
 *
 * - The body names only the fields that are to change. Fields that it leaves out keep their stored values.
 * - `expected` holds the values that the author saw in the changed fields when the editing began (the base of a three-way merge). The
 *   server locks the row and merges: a field changes where its stored value equals the expected one, or equals the wanted one already.
 *   Otherwise it answers 409 `ERROR_CODES.stale` and writes nothing: `errors` names each colliding field, `current` is the call's answer
 *   as it would be now.
 * - A field without an expected value is overwritten: a script that means to set it need not read it first.
 *
 * Base values and not a row version, because they merge: two people who change different fields of one milestone never meet. Where the
 * server keeps the versions themselves (test cases), `version` names the one that holds the base values instead of repeating them.
 * Lists that are saved as a whole (`settings/held-list.ts`, models) take `version` too: the server refuses an older one with the
 * stored list in `current`, and the editor merges by entry before it saves again.
 */
export const withExpected = <Shape extends z.core.$ZodShape>(changes: z.ZodMiniObject<Shape>) =>
  z.extend(changes, { expected: z.optional(anyOf<keyof Shape & string>(Object.keys(changes.shape))) })

/** Expected values may break today's rules: they were stored when other rules held. */
const anyOf = <Field extends string>(fields: readonly string[]): z.ZodMiniType<Expected<Field>> =>
  z.object(Object.fromEntries(fields.map((field) => [field, z.optional(z.unknown())]))) as unknown as z.ZodMiniType<
    Expected<Field>
  >

export type Expected<Field extends string> = { [F in Field]?: unknown }

/** The fields and base values of an edit, as an editor sends it. */
export interface Edit<Values> {
  changes: Partial<Values>
  expected: Partial<Values>
}
