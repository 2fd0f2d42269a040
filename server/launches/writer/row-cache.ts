import type { LaunchRow, TestRow } from '../rows.ts'
import { changed, type Batch, type Held, type Needs } from './batch.ts'

/** Row id and the id of the transaction that wrote the row. */
export interface Version {
  id: number
  version: string
}

/**
 * Cache of the rows that this process wrote last, because agents change a test three or four times within seconds. When other processes
 * write the same rows, cached rows have to be checked by their `versions`.
 */
export interface RowCache {
  /** Returns whether all needed rows of launches and tests are cached, and nothing else is needed. */
  knowsAll(needs: readonly Needs[]): boolean
  /** Adds cached rows to the batch; returns the ids of the others. */
  launches(batch: Batch, ids: readonly number[]): number[]
  tests(batch: Batch, ids: readonly number[]): number[]
  /** Returns the versions of cached rows in a batch, as loaded. */
  versions(batch: Batch): { launches: Version[]; tests: Version[] }
  /** Returns whether a batch was built on the rows that are cached now. */
  holds(batch: Batch): boolean
  /** Caches the rows of a batch. */
  written(batch: Batch, version: string): void
  /** Called after a failed write: cached rows may be stale. */
  clear(): void
}

interface Known<Row> {
  row: Row
  version: string
}

const MAX_LAUNCHES = 200
const MAX_TESTS = 5000

export const createRowCache = (): RowCache => {
  const launches = new Map<number, Known<LaunchRow>>()
  const tests = new Map<number, Known<TestRow>>()
  return {
    knowsAll: (needs) =>
      needs.every((one) => isOfRows(one) && all(launches, one.launches ?? []) && all(tests, one.tests ?? [])),
    launches: (batch, ids) => give(launches, batch.launches, ids),
    tests: (batch, ids) => give(tests, batch.tests, ids),
    versions: (batch) => ({ launches: versionsOf(launches, batch.launches), tests: versionsOf(tests, batch.tests) }),
    holds: (batch) => isHeld(launches, batch.launches) && isHeld(tests, batch.tests),
    written: (batch, version) => {
      take(launches, changed(batch.launches), MAX_LAUNCHES, version)
      take(
        tests,
        changed(batch.tests).filter(({ row }) => row === null || !batch.complete.has(row.id)),
        MAX_TESTS,
        version,
      )
      for (const id of batch.changedByStatements) tests.delete(id)
    },
    clear: () => {
      launches.clear()
      tests.clear()
    },
  }
}

/** Empty cache: every row is read. */
export const noRowCache: Pick<RowCache, 'launches' | 'tests'> = {
  launches: (_, ids) => [...ids],
  tests: (_, ids) => [...ids],
}

/** Returns whether the needs contain only rows by id, and no search. */
const isOfRows = (needs: Needs): boolean =>
  [
    needs.uuids,
    needs.buildKeys,
    needs.numbersIn,
    needs.testsOf,
    needs.openTestsOf,
    needs.openSessionsOf,
    needs.sessions,
    needs.driverSessions,
  ].every((requested) => requested === undefined || requested.length === 0) && needs.creates !== 'launch'

const all = <Row>(known: Map<number, Known<Row>>, ids: readonly number[]): boolean => ids.every((id) => known.has(id))

const give = <Row>(known: Map<number, Known<Row>>, held: Map<number, Held<Row>>, ids: readonly number[]): number[] =>
  ids.filter((id) => {
    const row = known.get(id)?.row
    if (row) held.set(id, { before: row, row })
    return !row
  })

const isHeld = <Row>(known: Map<number, Known<Row>>, held: Map<number, Held<Row>>): boolean =>
  [...held].every(([id, { before }]) => before === null || known.get(id)?.row === before)

/** Sorted by id, the order in which rows are locked. */
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
  max: number,
  version: string,
): void => {
  for (const { before, row } of written) {
    const id = row?.id ?? before?.id
    if (id === undefined) continue
    // Deleting first moves the entry to the end: the map is in the order of last use (LRU).
    known.delete(id)
    if (row) known.set(id, { row, version })
  }
  for (const id of known.keys()) {
    if (known.size <= max) return
    known.delete(id)
  }
}
