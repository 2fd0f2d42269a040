import { isDeepStrictEqual } from 'node:util'
import type { Expected } from '../../contract/concurrent-edits.ts'
import { TEXTS } from '../../contract/texts.ts'
import { stale } from './refusal.ts'

type Edit<Stored> = { [Field in keyof Stored]?: Stored[Field] | undefined } & {
  expected?: Expected<string> | undefined
}

/**
 * Returns the fields of `edit` to write over `stored`, whose row the caller has locked. Throws 409 `stale` when another user changed the
 * same fields since the author read them; `current` reads the call's current response. See `contract/concurrent-edits.ts`.
 */
export const mergeEdit = async <Stored extends object>(
  stored: Stored,
  edit: Edit<Stored>,
  current: () => unknown,
): Promise<Partial<Stored>> => {
  const collisions = collisionsIn(stored, edit)
  if (collisions.length > 0) throw refuseCollisions(collisions, await current())
  const { expected: _, ...wanted } = edit
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Partial<Stored>
}

/** Returns the edited fields whose stored value is neither the expected nor the new one. */
export const collisionsIn = <Stored extends object>(stored: Stored, edit: Edit<Stored>): (keyof Stored & string)[] => {
  const { expected = {}, ...wanted } = edit
  const [base, next] = [expected, wanted] as [Expected<keyof Stored & string>, Partial<Stored>]
  return (Object.keys(wanted) as (keyof Stored & string)[]).filter(
    (field) =>
      next[field] !== undefined &&
      base[field] !== undefined &&
      !isDeepStrictEqual(stored[field], base[field]) &&
      !isDeepStrictEqual(stored[field], next[field]),
  )
}

/** Returns a 409 with each colliding field. */
export const refuseCollisions = (
  fields: readonly string[],
  current: unknown,
  message: string = TEXTS.changedMeanwhile,
) =>
  stale(
    message,
    current,
    fields.map((field) => ({ field, message: TEXTS.changedMeanwhile })),
  )
