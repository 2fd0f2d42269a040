/** Report table with sortable columns; the order is in the address. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { compareNames } from '../../../contract/natural-order.ts'
import type { ReactNode } from 'react'
import styles from './report.module.css'

export interface ReportColumn<Row> {
  id: string
  label: string
  /** Sort value; a column without one is not sortable. */
  value?: (row: Row) => string | number | null
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Hidden on narrow screens. */
  isWide?: boolean
}

export interface ReportOrder {
  sort?: string | undefined
  order: 'asc' | 'desc'
}

/** Rows without a value sort last in both directions. */
export const inOrder = <Row,>(
  rows: readonly Row[],
  columns: readonly ReportColumn<Row>[],
  { sort, order }: ReportOrder,
): readonly Row[] => {
  const value = columns.find(({ id }) => id === sort)?.value
  if (value === undefined) return rows
  const sign = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return typeof one === 'string' ? sign * compareNames(one, String(other)) : sign * (one - Number(other))
  })
}

type ReportTableProps<Row> = ReportOrder & {
  label: string
  rows: readonly Row[]
  columns: readonly ReportColumn<Row>[]
  keyOf: (row: Row) => string | number
  isBusy: boolean
  onOrder: (order: ReportOrder) => void
}

export function ReportTable<Row>(props: ReportTableProps<Row>) {
  const { label, rows, columns, keyOf, isBusy, sort, order, onOrder } = props
  return (
    <table className={styles.table} aria-label={label} aria-busy={isBusy || undefined}>
      <thead>
        <tr>
          {columns.map(({ id, label: words, value, isNumber = false, isWide = false }) => {
            const isSorted = id === sort
            return (
              <th
                key={id}
                scope="col"
                data-number={isNumber || undefined}
                data-wide={isWide || undefined}
                {...(isSorted
                  ? { 'aria-sort': order === 'asc' ? ('ascending' as const) : ('descending' as const) }
                  : {})}
              >
                {value === undefined ? (
                  words
                ) : (
                  <button
                    type="button"
                    onClick={() => onOrder({ sort: id, order: nextOrder(isSorted, order, isNumber) })}
                  >
                    {words}
                    {isSorted && (order === 'asc' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />)}
                  </button>
                )}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {inOrder(rows, columns, { sort, order }).map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ id, cell, isNumber = false, isWide = false }) => (
              <td key={id} data-number={isNumber || undefined} data-wide={isWide || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Numbers start descending, text ascending. */
const nextOrder = (isSorted: boolean, order: 'asc' | 'desc', isNumber: boolean): 'asc' | 'desc' =>
  isSorted ? (order === 'asc' ? 'desc' : 'asc') : isNumber ? 'desc' : 'asc'
