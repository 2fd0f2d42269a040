/** Sequences between `after` and `before`, both held, are not. */
export type Gap = { stream: string; after: number; before: number }

/** The last number of an unbroken run that starts right after `from`. `sequences` must be sorted; lower and equal ones are skipped. */
export function unbroken(from: number, sequences: readonly number[]): number {
  let last = from
  for (const sequence of sequences) {
    if (sequence > last + 1) break
    if (sequence === last + 1) last = sequence
  }
  return last
}

/** Every hole above `from`. `sequences` must be sorted. */
export function gapsAfter(stream: string, from: number, sequences: readonly number[]): Gap[] {
  const gaps: Gap[] = []
  let last = from
  for (const sequence of sequences) {
    if (sequence > last + 1) gaps.push({ stream, after: last, before: sequence })
    last = Math.max(last, sequence)
  }
  return gaps
}
