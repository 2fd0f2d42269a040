/** Values of a rejected save without what no longer exists, and the fields that lose something. */
export interface ExistingValues<Values> {
  values: Values
  missing: (keyof Values & string)[]
}

/** Returns the value that the author saw in place of a missing one; null if it is the missing one. */
export const storedInstead = <Id>(stored: Id | null, missing: Id | null): Id | null =>
  stored === missing ? null : stored
