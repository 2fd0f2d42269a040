import type { LogRecord } from './record.ts'

/** Range of sequences that a record covers: from `previous + 1` to `sequence`. */
export type Span = Pick<LogRecord, 'sequence' | 'previous'>

export const previousOf = ({ sequence, previous }: Span): number => previous ?? sequence - 1

/** Returns the last number of the unbroken run that starts right after `from`. `spans` must be sorted by sequence. */
export function unbroken(from: number, spans: readonly Span[]): number {
  let last = from
  for (const span of spans) if (previousOf(span) <= last) last = Math.max(last, span.sequence)
  return last
}
