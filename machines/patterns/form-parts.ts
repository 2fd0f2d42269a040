import type { Edit } from '../../contract/concurrent-edits.ts'

/**
 * Splits a form's values into parts that are compared, merged and resolved one by one. By default each field is a part; forms with lists or
 * records define finer ones.
 */
export interface FormParts<Values> {
  names: (values: Values) => readonly string[]
  read: (values: Values, part: string) => unknown
  /** Returns `into` with the part of `from`. */
  take: (part: string, from: Values, into: Values) => Partial<Values>
  /** Merges a part that both sides changed; left out where only one side can win. */
  merge?: (part: string, base: Values, mine: Values, theirs: Values) => Partial<Values> | null
}

export const eachValue = <Values extends object>(): FormParts<Values> => ({
  names: (values) => Object.keys(values),
  read: (values, part) => values[part as keyof Values],
  take: (part, from) => ({ [part]: from[part as keyof Values] }) as Partial<Values>,
})

export type Choice = 'mine' | 'theirs'

/**
 * A collision with another user's save. Parts that two users changed differently show both sides until one is chosen. Without such parts
 * everything merged, and the author reviews the result before saving.
 */
export interface Collision<Values> {
  parts: readonly string[]
  /** Other changes by another user since `base`, which `mine` includes. */
  merged?: readonly string[]
  base?: Values
  mine: Values
  theirs: Values
  chosen: Readonly<Record<string, Choice>>
}

export const isChosen = ({ parts, chosen }: Collision<unknown>): boolean => parts.every((part) => part in chosen)

export const isAlike = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)

/** Returns changed values with their base values: what a save sends. */
export const editOf = <Values extends object>(base: Values, values: Values): Edit<Values> => {
  const changed = (Object.keys(values) as (keyof Values)[]).filter((name) => !isAlike(values[name], base[name]))
  return { changes: pick(values, changed), expected: pick(base, changed) }
}

export const pick = <Values extends object>(values: Values, names: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>

const partsOf = <Values>(parts: FormParts<Values>, ...sides: Values[]): ReadonlySet<string> =>
  new Set(sides.flatMap((side) => parts.names(side)))

/** Returns how a save continues that was rejected for `refused` parts; mergeable ones need no choice. */
export function collisionOn<Values extends object>(
  parts: FormParts<Values>,
  { base, values }: { base: Values; values: Values },
  theirs: Values,
  refused: readonly string[],
): Collision<Values> {
  const isMerged = (part: string) => (parts.merge?.(part, base, values, theirs) ?? null) !== null
  const colliding = refused.filter((part) => !isMerged(part))
  const merged = [...partsOf(parts, base, theirs)].filter(
    (part) => !colliding.includes(part) && !isAlike(parts.read(base, part), parts.read(theirs, part)),
  )
  return { parts: colliding, merged, base, mine: rebased(parts, base, values, theirs), theirs, chosen: {} }
}

/**
 * Merges what was saved since a draft into the mergeable parts of `values`. Returns them with the base of the next save: other parts keep
 * their base, so that the save collides.
 */
export function mergedDraft<Values extends object>(
  parts: FormParts<Values>,
  { base, values }: { base: Values; values: Values },
  stored: Values,
): { base: Values; values: Values } {
  let merged = { base, values }
  for (const part of partsOf(parts, base, values, stored)) {
    const [was, own, now] = [base, values, stored].map((side) => parts.read(side, part))
    const both = isAlike(own, was) || isAlike(now, was) ? null : parts.merge?.(part, base, values, stored)
    if (both != null)
      merged = {
        base: { ...merged.base, ...parts.take(part, stored, merged.base) },
        values: { ...merged.values, ...both },
      }
  }
  return merged
}

/** Applies the difference between `base` and `mine` to `theirs`. Parts that cannot be merged are taken from `mine`. */
export const rebased = <Values extends object>(
  parts: FormParts<Values>,
  base: Values,
  mine: Values,
  theirs: Values,
): Values => {
  let values = mine
  for (const part of partsOf(parts, base, theirs, mine)) {
    const [was, own, other] = [base, mine, theirs].map((side) => parts.read(side, part))
    if (isAlike(own, was)) values = { ...values, ...parts.take(part, theirs, values) }
    else if (!isAlike(other, was)) values = { ...values, ...parts.merge?.(part, base, mine, theirs) }
  }
  return values
}
