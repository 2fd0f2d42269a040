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

/** Parts that two people wrote differently. Both sides stay in sight until one of each is chosen. */
export interface Collision<Values> {
  parts: readonly string[]
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

/** Puts what differs between `base` and `mine` on top of `theirs`. Parts that cannot be merged are as in `mine`. */
export const rebased = <Values extends object>(
  parts: FormParts<Values>,
  base: Values,
  mine: Values,
  theirs: Values,
): Values => {
  let values = mine
  for (const part of new Set([...parts.names(base), ...parts.names(theirs), ...parts.names(mine)])) {
    const [was, own, other] = [base, mine, theirs].map((side) => parts.read(side, part))
    if (isAlike(own, was)) values = { ...values, ...parts.take(part, theirs, values) }
    else if (!isAlike(other, was)) values = { ...values, ...parts.merge?.(part, base, mine, theirs) }
  }
  return values
}
