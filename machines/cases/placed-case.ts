import type { CaseRow } from '../../contract/cases/cases.ts'
import type { Placement } from '../../contract/cases/operations.ts'
import type { Suite } from '../../contract/cases/suites.ts'

/** Rows by suite and index: `undefined` not loaded, null missing. */
export type CaseRows = Readonly<Record<number, readonly (CaseRow | null | undefined)[]>>

/** A case that the server has placed: `row`: its earlier row; null for a copy. */
export interface PlacedCase {
  row: CaseRow | null
  suiteId: number
  place: Placement
  /** When the server answered, ISO. */
  at: string
}

/** Counts the case in its current suite. */
export const withPlaced = (suites: readonly Suite[], { row, suiteId }: PlacedCase): readonly Suite[] =>
  suites.map((suite) => {
    const more = Number(suite.id === suiteId) - Number(suite.id === row?.testSuiteId)
    return more === 0 ? suite : { ...suite, testCases: suite.testCases + more }
  })

/** `count`: cases of the target suite before. Returns null where the loaded rows do not tell the place. */
export function movedRows(
  rows: CaseRows,
  { row, suiteId, place, at: answeredAt }: PlacedCase,
  count: number,
): CaseRows | null {
  if (row === null) return null
  const from = rows[row.testSuiteId] ?? []
  const at = from.findIndex((one) => one?.id === row.id)
  if (at < 0) return null
  const left = from.toSpliced(at, 1)
  const isSame = suiteId === row.testSuiteId
  const into = isSame ? left : rows[suiteId]
  const others = { ...rows, [row.testSuiteId]: left }
  // Nothing is loaded of a suite that was never visible.
  if (into === undefined) return others
  // Loaded after the move.
  if (into.some((one) => one?.id === row.id)) return null
  const index = indexOf(into, place, isSame ? count - 1 : count)
  if (index === null) return null
  const padded = [...into, ...Array.from<undefined>({ length: Math.max(0, index - into.length) })]
  // The suite is part of a case's history: moving creates a version.
  const moved = isSame ? row : { ...row, testSuiteId: suiteId, version: row.version + 1, lastModifiedAt: answeredAt }
  return { ...others, [suiteId]: padded.toSpliced(index, 0, moved) }
}

function indexOf(rows: CaseRows[number], place: Placement, end: number): number | null {
  if (place.placementMode === 'AT_TEST_SUITE_END') return end
  const isAfter = place.placementMode === 'AFTER_TEST_CASE'
  const other = isAfter ? place.testCaseIdToPlaceAfter : place.testCaseIdToPlaceBefore
  const found = rows.findIndex((row) => row?.id === other)
  return found < 0 ? null : found + Number(isAfter)
}
