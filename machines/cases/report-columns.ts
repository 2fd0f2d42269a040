/** The columns of a report beside the title, which stands first always (EXPORT-11 to EXPORT-17). Pure. */

export interface ReportColumn {
  /** `key`, `priority`, `field:12` … */
  id: string
  isOn: boolean
  widthPx: number
}

/** Narrow enough for a number, wide enough for a description. */
export const COLUMN_WIDTHS = { leastPx: 60, mostPx: 600, stepPx: 10 } as const

/** Within the limits, and on a step. */
export const widthOf = (px: number): number => {
  const { leastPx, mostPx, stepPx } = COLUMN_WIDTHS
  const onStep = Math.round((Number.isFinite(px) ? px : 0) / stepPx) * stepPx
  return Math.min(mostPx, Math.max(leastPx, onStep))
}

/** As they were left, without those that are gone; those that came since stand last, as they begin. */
export const columnsAsLeft = (
  left: readonly ReportColumn[],
  offered: readonly ReportColumn[],
): readonly ReportColumn[] => {
  const there = new Set(offered.map(({ id }) => id))
  const known = new Set(left.map(({ id }) => id))
  return [...left.filter(({ id }) => there.has(id)), ...offered.filter(({ id }) => !known.has(id))]
}

/** `index`: its new index. */
export const withMoved = (
  columns: readonly ReportColumn[],
  { id, index }: { id: string; index: number },
): readonly ReportColumn[] => {
  const moved = columns.find((one) => one.id === id)
  if (moved === undefined) return columns
  const others = columns.filter((one) => one !== moved)
  return [...others.slice(0, index), moved, ...others.slice(index)]
}

export const withSwitched = (columns: readonly ReportColumn[], id: string): readonly ReportColumn[] =>
  columns.map((one) => (one.id === id ? { ...one, isOn: !one.isOn } : one))

export const withSized = (
  columns: readonly ReportColumn[],
  { id, widthPx }: { id: string; widthPx: number },
): readonly ReportColumn[] => columns.map((one) => (one.id === id ? { ...one, widthPx: widthOf(widthPx) } : one))
