/** Columns of a report besides the title, which is always first (EXPORT-11 to EXPORT-17). Pure. */

export interface ReportColumn {
  /** `key`, `priority`, `field:12` … */
  id: string
  isOn: boolean
  widthPx: number
}

/** Limits of a width in px, from a number to a description. */
export const COLUMN_WIDTHS = { minPx: 60, maxPx: 600, stepPx: 10 } as const

/** Clamps and rounds a width. */
export const widthOf = (px: number): number => {
  const { minPx, maxPx, stepPx } = COLUMN_WIDTHS
  const onStep = Math.round((Number.isFinite(px) ? px : 0) / stepPx) * stepPx
  return Math.min(maxPx, Math.max(minPx, onStep))
}

/**
 * Merges stored columns with the available ones: new columns come last with defaults. Unavailable columns keep their position, because
 * their field may still be loading.
 */
export const withOffered = (
  left: readonly ReportColumn[],
  offered: readonly ReportColumn[],
): readonly ReportColumn[] => {
  const known = new Set(left.map(({ id }) => id))
  return [...left, ...offered.filter(({ id }) => !known.has(id))]
}

/** Returns only the available columns. */
export const columnsAsLeft = (
  left: readonly ReportColumn[],
  offered: readonly ReportColumn[],
): readonly ReportColumn[] => {
  const there = new Set(offered.map(({ id }) => id))
  return withOffered(left, offered).filter(({ id }) => there.has(id))
}

/** `before`: the next column afterwards; null at the end. */
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
