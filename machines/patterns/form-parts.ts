import type { Edit } from '../../contract/concurrent-edits.ts'

/**
 * How the values of a form split into parts that are compared, merged and chosen one by one. By default each value is a part under its
 * own name; a form whose values hold lists or records names finer ones.
 */
export interface FormParts<Values> {
  names: (values: Values) => readonly string[]
  read: (values: Values, part: string) => unknown
  /** The values that hold the part, with the part as it is in `from` and everything else as in `into`. */
  take: (part: string, from: Values, into: Values) => Partial<Values>
  /** Merges a part that both sides changed; left out where it can only be one or the other. */
  merge?: (part: string, base: Values, mine: Values, theirs: Values) => Partial<Values> | null
}

export const eachValue = <Values extends object>(): FormParts<Values> => ({
  names: (values) => Object.keys(values),
  read: (values, part) => values[part as keyof Values],
  take: (part, from) => ({ [part]: from[part as keyof Values] }) as Partial<Values>,
})

export type Choice = 'mine' | 'theirs'

/**
 * A save that met somebody else's. Of parts that two people wrote differently both sides stay in sight until one of each is chosen. Without
 * parts everything merged, and the author reviews the result before it is saved.
 */
export interface Collision<Values> {
  parts: readonly string[]
  /** Other parts that somebody changed since `base`: `mine` has them already. */
  merged?: readonly string[]
  base?: Values
  mine: Values
  theirs: Values
  chosen: Readonly<Record<string, Choice>>
}

export const isChosen = ({ parts, chosen }: Collision<unknown>): boolean => parts.every((part) => part in chosen)

export const isAlike = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)

/** What differs from `base`, with the base values: what a save sends. */
export const editOf = <Values extends object>(base: Values, values: Values): Edit<Values> => {
  const changed = (Object.keys(values) as (keyof Values)[]).filter((name) => !isAlike(values[name], base[name]))
  return { changes: pick(values, changed), expected: pick(base, changed) }
}

export const pick = <Values extends object>(values: Values, names: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>

const partsOf = <Values>(parts: FormParts<Values>, ...sides: Values[]): ReadonlySet<string> =>
  new Set(sides.flatMap((side) => parts.names(side)))

/** Returns how a save that was refused for `refused` parts goes on: what merges needs no choice. */
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
 * Merges what was saved since a draft was left into the parts of `values` that can be merged. Returns them with the base of the next save:
 * parts that cannot be merged keep theirs, so that the save collides.
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

/** Puts what differs between `base` and `mine` on top of `theirs`. Parts that cannot be merged are as in `mine`. */
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
