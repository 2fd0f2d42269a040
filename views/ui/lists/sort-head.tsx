/** A sortable column header; a second press reverses the order. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Cell } from './list.tsx'
import styles from './sort-head.module.css'

export type SortHeadProps<Sort extends string> = {
  sort: Sort
  current: string
  order: 'asc' | 'desc'
  /** Initial direction: names ascending, numbers descending. */
  first?: 'asc' | 'desc'
  align?: 'end' | undefined
  onSort: (sort: Sort, order: 'asc' | 'desc') => void
  children: ReactNode
}

export function SortHead<Sort extends string>(props: SortHeadProps<Sort>) {
  const { sort, current, order, first = sort === 'name' ? 'asc' : 'desc', align, onSort, children } = props
  const isOn = sort === current
  const next = isOn ? (order === 'asc' ? 'desc' : 'asc') : first
  return (
    <Cell isHead align={align} aria-sort={isOn ? (order === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className={styles.head} data-on={isOn || undefined} onClick={() => onSort(sort, next)}>
        {children}
        {isOn && (order === 'asc' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />)}
      </button>
    </Cell>
  )
}
