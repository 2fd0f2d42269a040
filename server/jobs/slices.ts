/** A slice ends after about this time, so that calls of others wait no longer. The embedded database has one connection. */
const TARGET_MS = 80
const FIRST_ROWS = 200
const MIN_ROWS = 20
const MAX_ROWS = 5000

/** Number of rows that a transaction deletes, adapted to the time that the last one took. */
export interface SliceSize {
  rows(): number
  /** Takes the duration of a transaction that deleted as many rows as allowed. */
  took(ms: number): void
}

export const createSliceSize = (): SliceSize => {
  let rows = FIRST_ROWS
  return {
    rows: () => rows,
    took: (ms) => {
      const factor = Math.min(2, Math.max(0.25, TARGET_MS / Math.max(1, ms)))
      rows = Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.round(rows * factor)))
    },
  }
}
