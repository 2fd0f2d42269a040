import type { RunCase } from '../../../contract/runs/run-cases.ts'
import { rowOf, withRows, type RunRows } from '../../../machines/runs/run-rows.ts'
import { shownRow, touchedBy, type RunOverlay } from '../../../store/projections/runs.ts'

/** A case as on the server, and with this device's unsent results. */
export interface ChangedRow {
  read: RunCase
  shown: RunCase
}

/** Applies unsent results to the server's rows. `changed`: the rows that differ. */
export function shownRows(read: RunRows, overlay: RunOverlay): { rows: RunRows; changed: readonly ChangedRow[] } {
  const touched = touchedBy(overlay) ?? read.shape.indexes.keys()
  const changed = [...touched].flatMap((caseId): ChangedRow[] => {
    const row = rowOf(read, caseId)
    const shown = row && shownRow(row, overlay)
    return row === undefined || shown === undefined || shown === row ? [] : [{ read: row, shown }]
  })
  const rows = withRows(
    read,
    changed.map(({ shown }) => shown),
  )
  return { rows, changed }
}
