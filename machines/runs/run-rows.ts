import type { RunCase } from '../../contract/runs/run-cases.ts'

/** Cases of a run with order and suites, without results. */
export interface RunShape {
  readonly cases: readonly Pick<RunCase, 'caseId' | 'suiteId' | 'place'>[]
  /** Index by case id. */
  readonly indexes: ReadonlyMap<number, number>
}

/**
 * Cases of a run in order, indexed by id. A changed result copies the list but no case, and keeps the shape's identity, so that derived
 * values are not recomputed.
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

/** Replaces or adds rows, and removes `gone`. Returns the same object when nothing changes. */
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

/** The same for rows of the server, ignoring rows older than the known ones. */
export const withNewerRows = (held: RunRows, items: readonly RunCase[], gone: readonly number[] = []): RunRows =>
  withRows(
    held,
    items.filter((row) => row.revision > (rowOf(held, row.caseId)?.revision ?? -1)),
    gone,
  )
