import type { LaunchRow, TestRow } from '../rows.ts'
import { changed, type Batch, type Held } from './batch.ts'

/**
 * Rows as they were last written. Where this process is the only one that writes them, reading them again before each change is
 * work for nothing: agents change a test three or four times within seconds.
 */
export interface RowCache {
  /** Gives the batch what is known, and returns the ids that are not. */
  launches(batch: Batch, ids: readonly number[]): number[]
  tests(batch: Batch, ids: readonly number[]): number[]
  /** Takes over what a committed batch wrote. */
  written(batch: Batch): void
  /** Something could not be written: what is known may be wrong. */
  clear(): void
}

const MOST_LAUNCHES = 200
const MOST_TESTS = 5000

export const createRowCache = (): RowCache => {
  const launches = new Map<number, LaunchRow>()
  const tests = new Map<number, TestRow>()
  return {
    launches: (batch, ids) => give(launches, batch.launches, ids),
    tests: (batch, ids) => give(tests, batch.tests, ids),
    written: (batch) => {
      take(launches, batch.launches, MOST_LAUNCHES)
      take(tests, batch.tests, MOST_TESTS)
    },
    clear: () => {
      launches.clear()
      tests.clear()
    },
  }
}

/** Nothing is kept where other processes write the same rows. */
export const noRowCache: RowCache = {
  launches: (_, ids) => [...ids],
  tests: (_, ids) => [...ids],
  written: () => undefined,
  clear: () => undefined,
}

const give = <Row>(known: Map<number, Row>, held: Map<number, Held<Row>>, ids: readonly number[]): number[] =>
  ids.filter((id) => {
    const row = known.get(id)
    if (row) held.set(id, { before: row, row })
    return !row
  })

const take = <Row extends { id: number }>(
  known: Map<number, Row>,
  held: Map<number, Held<Row>>,
  most: number,
): void => {
  for (const { before, row } of changed(held)) {
    const id = row?.id ?? before?.id
    if (id === undefined) continue
    // Deleted and set again, so that what was used last stands last.
    known.delete(id)
    if (row) known.set(id, row)
  }
  for (const id of known.keys()) {
    if (known.size <= most) return
    known.delete(id)
  }
}
