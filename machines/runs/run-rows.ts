import type { RunCase } from '../../contract/runs/run-cases.ts'

/** Which cases a run has, in their order and suites; not what their results are. */
export interface RunShape {
  readonly cases: readonly Pick<RunCase, 'caseId' | 'suiteId' | 'place'>[]
  /** Index in the list, by the id of the case. */
  readonly indexes: ReadonlyMap<number, number>
}

/**
 * Cases of a run in the order of their places, found by id. A change of results copies the list and no case, and leaves the shape the
 * same object, so that what depends on the shape alone is not computed again.
 */
export interface RunRows {
  readonly list: readonly RunCase[]
  readonly shape: RunShape
}

export const NO_ROWS: RunRows = { list: [], shape: { cases: [], indexes: new Map() } }

export const rowOf = ({ list, shape }: RunRows, caseId: number): RunCase | undefined => {
  const index = shape.indexes.get(caseId)
  return index === undefined ? undefined : list[index]
}

/** Takes the place of, or adds, rows; rows of `gone` leave. Returns the same object where nothing changes. */
export function withRows(held: RunRows, changed: readonly RunCase[], gone: readonly number[] = []): RunRows {
  const left = new Set(gone.filter((caseId) => held.shape.indexes.has(caseId)))
  if (changed.length === 0 && left.size === 0) return held
  const isShapeKept = left.size === 0 && changed.every((row) => isInPlace(rowOf(held, row.caseId), row))
  if (isShapeKept) {
    const list = [...held.list]
    for (const row of changed) list[held.shape.indexes.get(row.caseId) ?? -1] = row
    return { list, shape: held.shape }
  }
  const fresh = new Map(changed.map((row) => [row.caseId, row]))
  const list = held.list.filter(({ caseId }) => !left.has(caseId) && !fresh.has(caseId))
  list.push(...fresh.values())
  list.sort((a, b) => a.place - b.place)
  return { list, shape: { cases: list, indexes: new Map(list.map(({ caseId }, index) => [caseId, index])) } }
}

const isInPlace = (held: RunCase | undefined, row: RunCase): boolean =>
  held !== undefined && held.place === row.place && held.suiteId === row.suiteId

/** The same for rows of the server: those that are older than the ones held are left out. */
export const withNewerRows = (held: RunRows, items: readonly RunCase[], gone: readonly number[] = []): RunRows =>
  withRows(
    held,
    items.filter((row) => row.revision > (rowOf(held, row.caseId)?.revision ?? -1)),
    gone,
  )
