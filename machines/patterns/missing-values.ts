/** Values of a rejected save without what no longer exists, and the parts of the form that lose something. */
export interface ExistingValues<Values> {
  values: Values
  missing: string[]
}

type Positions = readonly (string | undefined)[]

/** Part of a form that refers to settings, users or cases, which may be removed while the form is edited. */
export interface ReferringPart<Values> {
  name: string
  /** Returns the positions in the rejected values that a field of the server's errors has; null for a field of another part. */
  positionsIn: (field: string) => Positions | null
  /**
   * Returns `rest` without the missing values of the part; null if the errors name none. `positions`: those of each error;
   * `base`: values that the author saw.
   */
  without: (rest: Values, rejected: { base: Values; values: Values; positions: readonly Positions[] }) => Values | null
}

/**
 * Returns the values of a rejected save without what no longer exists; null if the save was rejected for another reason. `base`: values that
 * the author saw.
 */
export const withoutMissing =
  <Values>(parts: readonly ReferringPart<Values>[]) =>
  (base: Values, values: Values, errors: readonly { field: string }[]): ExistingValues<Values> | null => {
    const isKnown = (field: string) => parts.some((part) => part.positionsIn(field) !== null)
    if (errors.length === 0 || !errors.every(({ field }) => isKnown(field))) return null
    const missing: string[] = []
    let rest = values
    for (const part of parts) {
      const positions = errors.map(({ field }) => part.positionsIn(field)).filter((one) => one !== null)
      if (positions.length === 0) continue
      const existing = part.without(rest, { base, values, positions })
      if (existing === null) return null
      rest = existing
      missing.push(part.name)
    }
    return { values: rest, missing }
  }

/** Returns the value that the author saw in place of a missing one; null if it is the missing one. */
export const storedInstead = <Id>(stored: Id | null, missing: Id | null): Id | null =>
  stored === missing ? null : stored

/** A field with one id, which falls back to the value that the author saw. */
export const referringId = <Name extends string, Values extends Record<Name, number | null>>(
  name: Name,
): ReferringPart<Values> => ({
  name,
  positionsIn: (field) => (field === name ? [] : null),
  without: (rest, { base }) => ({ ...rest, [name]: storedInstead(base[name], rest[name]) }),
})

/** A list, which loses its missing entries. */
export const referringEntries = <Name extends string, Values extends Record<Name, readonly unknown[]>>(
  name: Name,
): ReferringPart<Values> => ({
  name,
  positionsIn: (field) => {
    const [, list, position] = /^(\w+)\.(\d+)$/.exec(field) ?? []
    return list === name ? [position] : null
  },
  without: (rest, { positions }) => {
    const gone = new Set(positions.map(([position]) => Number(position)))
    return { ...rest, [name]: rest[name].filter((_, i) => !gone.has(i)) }
  },
})
