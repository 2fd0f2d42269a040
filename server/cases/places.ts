/** Closer than this, two positions have no room between them that a double could tell apart for long. */
const NARROWEST = 1e-6

/**
 * `count` positions in rising order between two neighbours, null for none on that side; null when there is no room left, and the siblings
 * have to be numbered anew. What goes to the very end gets the project's next positions instead.
 */
export const between = (before: number | null, after: number, count: number): number[] | null => {
  if (before === null) return Array.from({ length: count }, (_, i) => after - count + i)
  const step = (after - before) / (count + 1)
  if (step < NARROWEST) return null
  return Array.from({ length: count }, (_, i) => before + step * (i + 1))
}
