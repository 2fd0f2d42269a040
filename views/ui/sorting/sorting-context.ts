import { createContext, use, useSyncExternalStore } from 'react'
import type { Direction, Gap, SortedList } from './sorting.ts'

export interface Lifted {
  id: string
  by: 'pointer' | 'keyboard'
}

/** The lifted entry, its target, and the last announcement. */
export interface Sorted {
  lifted: Lifted | null
  target: Gap | null
  words: string
}

/** Stable context of grips and menus: a new value would re-render a list of hundreds. */
export interface SortingValue {
  sorted: () => Sorted
  /** Subscribes to lifting, targeting and dropping. */
  onSorted: (notify: () => void) => () => void
  lists: () => readonly SortedList[]
  nameOf: (id: string) => string
  lift: (id: string, by: Lifted['by']) => void
  /** Keyboard: moves the lifted entry. */
  step: (by: Direction) => void
  /** Drops the lifted entry at its target, or returns it. */
  end: (isDropped: boolean) => void
  /** Moves an entry up or down by one without lifting. */
  moveBy: (id: string, by: Direction) => void
}
export const Sorting = createContext<SortingValue | null>(null)

export const useSortingValue = (): SortingValue => {
  const sorting = use(Sorting)
  if (sorting === null) throw new Error('A grip stands in SortableLists')
  return sorting
}

/** Reads a part of the state. Not a context value, because React would visit all consumers on each step. */
export const useSorted = <Part>(
  { sorted, onSorted }: Pick<SortingValue, 'sorted' | 'onSorted'>,
  part: (sorted: Sorted) => Part,
): Part => useSyncExternalStore(onSorted, () => part(sorted()))
