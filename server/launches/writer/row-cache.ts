import type { LaunchRow, TestRow } from '../rows.ts'
import { changed, type Batch, type Held, type Needs } from './batch.ts'

/** A row as it was written, by the transaction of this number. */
export interface Version {
  id: number
  version: string
}

/**
 * Rows as they were last written here. Reading them again before each change is work for nothing: agents change a test three or
 * four times within seconds. Where other processes write the same rows, what is known has to be held against their `versions`.
 */
export interface RowCache {
  /** Everything that is needed is known, or is no row of a launch or a test. */
  knowsAll(needs: readonly Needs[]): boolean
  /** Gives the batch what is known, and returns the ids that are not. */
  launches(batch: Batch, ids: readonly number[]): number[]
  tests(batch: Batch, ids: readonly number[]): number[]
  /** Of the rows that a batch was given before it changed any. */
  versions(batch: Batch): { launches: Version[]; tests: Version[] }
  /** Takes over what a committed batch wrote. */
  written(batch: Batch, version: string): void
  /** Something could not be written: what is known may be wrong. */
  clear(): void
}

interface Known<Row> {
  row: Row
  version: string
}

const MOST_LAUNCHES = 200
const MOST_TESTS = 5000

export const createRowCache = (): RowCache => {
  const launches = new Map<number, Known<LaunchRow>>()
  const tests = new Map<number, Known<TestRow>>()
  return {
    knowsAll: (needs) =>
      needs.every((one) => isOfRows(one) && all(launches, one.launches ?? []) && all(tests, one.tests ?? [])),
    launches: (batch, ids) => give(launches, batch.launches, ids),
    tests: (batch, ids) => give(tests, batch.tests, ids),
    versions: (batch) => ({ launches: versionsOf(launches, batch.launches), tests: versionsOf(tests, batch.tests) }),
    written: (batch, version) => {
      take(launches, changed(batch.launches), MOST_LAUNCHES, version)
      take(
        tests,
        changed(batch.tests).filter(({ row }) => row === null || !batch.complete.has(row.id)),
        MOST_TESTS,
        version,
      )
    },
    clear: () => {
      launches.clear()
      tests.clear()
    },
  }
}

/** Knows nothing: every row is read. */
export const noRowCache: Pick<RowCache, 'launches' | 'tests'> = {
  launches: (_, ids) => [...ids],
  tests: (_, ids) => [...ids],
}

/** It asks for nothing that has to be searched for. */
const isOfRows = (needs: Needs): boolean =>
  [needs.uuids, needs.numbersIn, needs.openTestsOf, needs.openSessionsOf, needs.sessions, needs.driverSessions].every(
    (wanted) => wanted === undefined || wanted.length === 0,
  ) && needs.creates !== 'launch'

const all = <Row>(known: Map<number, Known<Row>>, ids: readonly number[]): boolean => ids.every((id) => known.has(id))

const give = <Row>(known: Map<number, Known<Row>>, held: Map<number, Held<Row>>, ids: readonly number[]): number[] =>
  ids.filter((id) => {
    const row = known.get(id)?.row
    if (row) held.set(id, { before: row, row })
    return !row
  })

/** In the order of ids, in which rows are locked. */
const versionsOf = <Row>(known: Map<number, Known<Row>>, held: Map<number, Held<Row>>): Version[] =>
  [...held]
    .flatMap(([id, { before }]) => {
      const version = known.get(id)?.version
      return before === null || version === undefined ? [] : [{ id, version }]
    })
    .sort((a, b) => a.id - b.id)

const take = <Row extends { id: number }>(
  known: Map<number, Known<Row>>,
  written: readonly Held<Row>[],
  most: number,
  version: string,
): void => {
  for (const { before, row } of written) {
    const id = row?.id ?? before?.id
    if (id === undefined) continue
    // Deleted and set again, so that what was used last stands last.
    known.delete(id)
    if (row) known.set(id, { row, version })
  }
  for (const id of known.keys()) {
    if (known.size <= most) return
    known.delete(id)
  }
}
