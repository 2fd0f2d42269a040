/** The sequences between `after` and `before`, which are both present, are missing. */
export type Gap = { stream: string; after: number; before: number }

/**
 * Returns the last number of the unbroken run that starts right after `from`. `sequences` must be sorted; lower and equal ones are skipped.
 */
export function unbroken(from: number, sequences: readonly number[]): number {
  let last = from
  for (const sequence of sequences) {
    if (sequence > last + 1) break
    if (sequence === last + 1) last = sequence
  }
  return last
}

/** Returns all gaps above `from`. `sequences` must be sorted. */
export function gapsAfter(stream: string, from: number, sequences: readonly number[]): Gap[] {
  const gaps: Gap[] = []
  let last = from
  for (const sequence of sequences) {
    if (sequence > last + 1) gaps.push({ stream, after: last, before: sequence })
    last = Math.max(last, sequence)
  }
  return gaps
}
