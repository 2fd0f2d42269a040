/** Values of a rejected save without what no longer exists, and the parts of the form that lose something. */
export interface ExistingValues<Values> {
  values: Values
  missing: string[]
}

/** Part of a form that refers to settings, users or cases, which may be removed while the form is edited. */
export interface ReferringPart<Values> {
  name: string
  /** Matches the server's errors about the part. Groups are positions in the rejected values. */
  field: RegExp
  /**
   * Returns `rest` without the missing values of the part; null if the errors name none. `positions`: groups of each matching error;
   * `base`: values that the author saw.
   */
  without: (
    rest: Values,
    rejected: { base: Values; values: Values; positions: readonly (readonly (string | undefined)[])[] },
  ) => Values | null
}

/**
 * Returns the values of a rejected save without what no longer exists; null if the save was rejected for another reason. `base`: values that
 * the author saw.
 */
export const withoutMissing =
  <Values>(parts: readonly ReferringPart<Values>[]) =>
  (base: Values, values: Values, errors: readonly { field: string }[]): ExistingValues<Values> | null => {
    if (errors.length === 0 || !errors.every(({ field }) => parts.some((part) => part.field.test(field)))) return null
    const missing: string[] = []
    let rest = values
    for (const part of parts) {
      const positions = errors.flatMap(({ field }) => {
        const groups = part.field.exec(field)?.slice(1)
        return groups === undefined ? [] : [groups]
      })
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
  field: new RegExp(`^${name}$`),
  without: (rest, { base }) => ({ ...rest, [name]: storedInstead(base[name], rest[name]) }),
})

/** A list, which loses its missing entries. */
export const referringEntries = <Name extends string, Values extends Record<Name, readonly unknown[]>>(
  name: Name,
): ReferringPart<Values> => ({
  name,
  field: new RegExp(`^${name}\\.(\\d+)$`),
  without: (rest, { positions }) => {
    const gone = new Set(positions.map(([position]) => Number(position)))
    return { ...rest, [name]: rest[name].filter((_, i) => !gone.has(i)) }
  },
})
