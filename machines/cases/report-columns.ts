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

/**
 * As they were left; those that came since stand last, as they begin. Columns that are not offered keep their place: a field may only
 * not have loaded yet.
 */
export const withOffered = (
  left: readonly ReportColumn[],
  offered: readonly ReportColumn[],
): readonly ReportColumn[] => {
  const known = new Set(left.map(({ id }) => id))
  return [...left, ...offered.filter(({ id }) => !known.has(id))]
}

/** The same, without those that are not offered. */
export const columnsAsLeft = (
  left: readonly ReportColumn[],
  offered: readonly ReportColumn[],
): readonly ReportColumn[] => {
  const there = new Set(offered.map(({ id }) => id))
  return withOffered(left, offered).filter(({ id }) => there.has(id))
}

/** `before`: the column that follows it afterwards; null at the end. */
export interface ColumnMove {
  id: string
  before: string | null
}

export const withMoved = (columns: readonly ReportColumn[], { id, before }: ColumnMove): readonly ReportColumn[] => {
  const moved = columns.find((one) => one.id === id)
  if (moved === undefined) return columns
  const others = columns.filter((one) => one !== moved)
  const at = others.findIndex((one) => one.id === before)
  return at < 0 ? [...others, moved] : [...others.slice(0, at), moved, ...others.slice(at)]
}

export const withSwitched = (columns: readonly ReportColumn[], id: string): readonly ReportColumn[] =>
  columns.map((one) => (one.id === id ? { ...one, isOn: !one.isOn } : one))

export const withSized = (
  columns: readonly ReportColumn[],
  { id, widthPx }: { id: string; widthPx: number },
): readonly ReportColumn[] => columns.map((one) => (one.id === id ? { ...one, widthPx: widthOf(widthPx) } : one))
