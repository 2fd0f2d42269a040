import type { CaseRow } from '../../../contract/cases/cases.ts'
import type { CaseRows } from '../../../machines/cases/placed-case.ts'

/** Of a case that is loaded. */
export const rowOf = (rows: CaseRows, id: number | undefined): CaseRow | undefined => {
  for (const held of Object.values(rows)) {
    const found = held.find((row) => row?.id === id)
    if (found) return found
  }
  return undefined
}

export const titleOf = (rows: CaseRows, id: number | undefined): string | undefined => rowOf(rows, id)?.title
