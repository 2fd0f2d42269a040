import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** One row that is drawn; `start` and `end` in px from the beginning of the rows. */
export interface Drawn {
  index: number
  start: number
  end: number
}

/** The rows in sight with those around them, and the ones that are kept wherever they are; in their order. */
export const rowsIn = (range: Range, kept: readonly number[]): number[] =>
  [
    ...new Set([...kept.filter((place) => place >= 0 && place < range.count), ...defaultRangeExtractor(range)]),
  ].toSorted((a, b) => a - b)
