import { createContext, use, useSyncExternalStore } from 'react'
import type { Direction, Gap, SortedList } from './sorting.ts'

export interface Lifted {
  id: string
  by: 'pointer' | 'keyboard'
}

/** What is lifted, where it would go, and what was said last. */
export interface Sorted {
  lifted: Lifted | null
  target: Gap | null
  words: string
}

/** What grips and menus need of the lists they stand in. The same for good: a list of hundreds would be drawn anew with it. */
export interface SortingValue {
  sorted: () => Sorted
  /** Calls back whenever an entry is lifted, aimed elsewhere or put down. */
  onSorted: (tell: () => void) => () => void
  lists: () => readonly SortedList[]
  nameOf: (id: string) => string
  lift: (id: string, by: Lifted['by']) => void
  /** Of the lifted entry, by the keyboard. */
  step: (by: Direction) => void
  /** Puts the lifted entry where it is aimed at, or leaves it where it was. */
  end: (isDropped: boolean) => void
  /** Of an entry that is not lifted: one place up or down. */
  moveBy: (id: string, by: Direction) => void
}
export const Sorting = createContext<SortingValue | null>(null)

export const useSortingValue = (): SortingValue => {
  const sorting = use(Sorting)
  if (sorting === null) throw new Error('A grip stands in SortableLists')
  return sorting
}

/** A part of it; no context, as rows that read none of it would be looked through with each step. */
export const useSorted = <Part>(
  { sorted, onSorted }: Pick<SortingValue, 'sorted' | 'onSorted'>,
  part: (sorted: Sorted) => Part,
): Part => useSyncExternalStore(onSorted, () => part(sorted()))
