export interface Span {
  id: number
  startedAt: number
  endedAt: number
}

/**
 * Returns the ids of the tests on the critical path of a launch: the last one to end, before it the last one to end before that started,
 * and so on. Of tests that end at the same time, the one that started first is taken.
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
