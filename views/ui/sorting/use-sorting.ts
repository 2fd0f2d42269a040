/** State of `SortableLists`: lifted entry, target, announcements. */
import { useEffect, useLayoutEffect, useState } from 'react'
import { BehaviorSubject } from 'rxjs'
import type { Lifted, Sorted, SortingValue } from './sorting-context.ts'
import { gapOf, isSameGap, moveTo, placeFor, positionIn, stepFrom } from './sorting.ts'
import type { Gap, Move, SortedList } from './sorting.ts'

export interface SortingGiven {
  lists: readonly SortedList[]
  nameOf: (id: string) => string
  onMove: (move: Move) => void
  onReach?: ((gap: Gap) => void) | undefined
}

const AT_REST: Sorted = { lifted: null, target: null, words: '' }

/** Stable handlers, so that rows do not re-render; they read the current state. */
export function useSorting(given: SortingGiven) {
  const [sorting] = useState(() => sortingOf(given))
  useLayoutEffect(() => sorting.update(given))
  // Moving a row takes focus from its grip: restore it.
  const { lists } = given
  useEffect(() => sorting.refocus(lists), [sorting, lists])
  return sorting
}

const sortingOf = (first: SortingGiven) => {
  let given = first
  let moved: { id: string; from: Gap | null } | null = null
  const now = () => given
  const sorted = new BehaviorSubject(AT_REST)
  const set = (part: Partial<Sorted>) => sorted.next({ ...sorted.value, ...part })
  const positionText = (id: string, gap: Gap) => positionIn(now().lists, id, gap)
  const run = (move: Move, to: Gap) => {
    set({ words: `${now().nameOf(move.id)} moved to ${positionText(move.id, to)}` })
    moved = { id: move.id, from: gapOf(given.lists, move.id) }
    given.onMove(move)
  }
  const aimAt = (gap: Gap): Gap | null => {
    const { lists, nameOf } = now()
    const { lifted, target } = sorted.value
    const to = lifted && placeFor(lists, lifted.id, gap)
    if (lifted === null || to === null || isSameGap(target, to)) return null
    set({ target: to, words: `${nameOf(lifted.id)}, ${positionText(lifted.id, to)}` })
    return to
  }
  return {
    update: (next: SortingGiven) => {
      given = next
    },
    refocus: (lists: readonly SortedList[]) => {
      if (moved === null || isSameGap(gapOf(lists, moved.id), moved.from)) return
      const grip = document.querySelector<HTMLElement>(`[data-sort-grip="${CSS.escape(moved.id)}"]`)
      moved = null
      if (document.activeElement === document.body) grip?.focus()
    },
    aimAt,
    sorted: () => sorted.value,
    onSorted: (notify: () => void) => {
      const subscription = sorted.subscribe(notify)
      return () => subscription.unsubscribe()
    },
    lists: () => now().lists,
    nameOf: (id: string) => now().nameOf(id),
    lift: (id: string, by: Lifted['by']) => {
      const from = gapOf(now().lists, id)
      if (from === null) return
      set({ lifted: { id, by }, target: from, words: `Picked up ${now().nameOf(id)}, ${positionText(id, from)}` })
    },
    step: (by) => {
      const { lists, onReach } = now()
      const { lifted, target } = sorted.value
      if (lifted === null || target === null) return
      const to = aimAt(stepFrom(lists, lifted.id, target, by))
      if (to) onReach?.(to)
    },
    end: (isDropped) => {
      const { lists, nameOf } = now()
      const { lifted, target } = sorted.value
      set({ lifted: null, target: null })
      if (lifted === null || target === null) return
      const move = isDropped ? moveTo(lists, lifted.id, target) : null
      const from = gapOf(lists, lifted.id)
      if (move) run(move, target)
      else if (from) set({ words: `${nameOf(lifted.id)} stays at ${positionText(lifted.id, from)}` })
    },
    moveBy: (id, by) => {
      const { lists } = now()
      const from = gapOf(lists, id)
      const to = from && stepFrom(lists, id, from, by)
      const move = to && moveTo(lists, id, to)
      if (move) run(move, to)
    },
  } satisfies SortingValue & Record<'update' | 'refocus' | 'aimAt', unknown>
}
