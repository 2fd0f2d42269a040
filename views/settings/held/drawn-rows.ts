import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** A rendered row; `start` and `end` in px from the first row. */
export interface Drawn {
  index: number
  start: number
  end: number
}

/** Returns visible rows with overscan, and pinned ones, in order. */
export const rowsIn = (range: Range, kept: readonly number[]): number[] =>
  [
    ...new Set([...kept.filter((place) => place >= 0 && place < range.count), ...defaultRangeExtractor(range)]),
  ].toSorted((a, b) => a - b)
