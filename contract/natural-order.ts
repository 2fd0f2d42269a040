/** Created with its first use: a collator is slow to create. */
let collator: Intl.Collator | undefined

/**
 * Compares texts as people sort names: `pipeline-2` before `pipeline-10`, without regard to case unless nothing else differs. For lists that are
 * sorted whole in one place; lists in pages have the order of the database.
 */
export const compareNames = (a: string, b: string): number => {
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(a, b)
}

/** Compares by name, then by id. */
export const byName = (a: { id: number; name: string }, b: { id: number; name: string }): number =>
  compareNames(a.name, b.name) || a.id - b.id
