/** Minimum distance of positions: closer ones would soon be indistinguishable as doubles. */
const NARROWEST = 1e-6

/**
 * Returns `count` ascending positions between two neighbours, null for no neighbour on that side. Returns null if there is no room left and
 * the siblings have to be renumbered. Use the project's next positions to append at the end.
 */
export const between = (before: number | null, after: number, count: number): number[] | null => {
  if (before === null) return Array.from({ length: count }, (_, i) => after - count + i)
  const step = (after - before) / (count + 1)
  if (step < NARROWEST) return null
  return Array.from({ length: count }, (_, i) => before + step * (i + 1))
}
