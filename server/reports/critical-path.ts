export interface Span {
  id: number
  startedAt: number
  endedAt: number
}

/**
 * Ids of the tests that a launch could not end before: the one that ended last, the one that ended last before that began, and so on. Of tests
 * that end together the one that began first counts.
 */
export const criticalPath = (spans: readonly Span[]): Set<number> => {
  const byEnd = spans.toSorted((a, b) => a.endedAt - b.endedAt || b.startedAt - a.startedAt)
  const path = new Set<number>()
  let beganAt = Infinity
  for (const span of byEnd.toReversed()) {
    if (span.endedAt > beganAt) continue
    path.add(span.id)
    beganAt = span.startedAt
  }
  return path
}
