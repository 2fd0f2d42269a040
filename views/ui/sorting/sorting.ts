/** Pure rules of sortable lists; `sortable-list.tsx` renders them. */

export interface SortedList {
  id: string
  /** Announced where there are several lists. */
  label: string
  ids: readonly string[]
  /** Number of fixed entries at the start: nothing moves before them. */
  fixed?: number
}

/** A gap between entries or an end of a list: `index` is the entry after it, counting all current entries. */
export interface Gap {
  list: string
  index: number
}

/** A move. `index` and `after` refer to the order without the entry; `after` null: at the start. */
export interface Move {
  id: string
  list: string
  index: number
  after: string | null
}

export type Direction = -1 | 1

/** The gap before an entry's current place. */
export function gapOf(lists: readonly SortedList[], id: string): Gap | null {
  for (const list of lists) {
    const index = list.ids.indexOf(id)
    if (index >= 0) return { list: list.id, index }
  }
  return null
}

/** Clamps a gap to its list and behind fixed entries; the gaps on both sides of an entry are the same place. */
export function placeFor(lists: readonly SortedList[], id: string, gap: Gap): Gap | null {
  const list = lists.find((one) => one.id === gap.list)
  if (list === undefined) return null
  const index = Math.min(Math.max(gap.index, list.fixed ?? 0), list.ids.length)
  return { list: list.id, index: index > 0 && list.ids[index - 1] === id ? index - 1 : index }
}

/** Returns the move of an entry to a gap; null when it would stay, or may not move. */
export function moveTo(lists: readonly SortedList[], id: string, gap: Gap): Move | null {
  const from = gapOf(lists, id)
  const to = placeFor(lists, id, gap)
  if (from === null || to === null || isSameGap(from, to) || isFixed(lists, from)) return null
  const index = from.list === to.list && to.index > from.index ? to.index - 1 : to.index
  const others = (lists.find((list) => list.id === to.list)?.ids ?? []).filter((other) => other !== id)
  return { id, list: to.list, index, after: others[index - 1] ?? null }
}

/** Returns the next gap up or down for entry `id`, aimed at `gap`: from the end of a list into the next. The same gap at the very end. */
export function stepFrom(lists: readonly SortedList[], id: string, gap: Gap, by: Direction): Gap {
  const at = lists.findIndex((list) => list.id === gap.list)
  const list = lists[at]
  if (list === undefined) return gap
  const isBelowItself = by === 1 && list.ids[gap.index] === id
  const index = gap.index + (isBelowItself ? 2 : by)
  if (index >= (list.fixed ?? 0) && index <= list.ids.length)
    return placeFor(lists, id, { list: list.id, index }) ?? gap
  const next = lists[at + by]
  if (next === undefined) return gap
  return { list: next.id, index: by === 1 ? (next.fixed ?? 0) : next.ids.length }
}

/** Returns whether the entry can move in that direction. */
export const canMove = (lists: readonly SortedList[], id: string, by: Direction): boolean => {
  const from = gapOf(lists, id)
  return from !== null && moveTo(lists, id, stepFrom(lists, id, from, by)) !== null
}

/** Returns 'position 3 of 7' for that gap, with the list's label where there are several. */
export function positionIn(lists: readonly SortedList[], id: string, gap: Gap): string {
  const list = lists.find((one) => one.id === gap.list)
  if (list === undefined) return ''
  const own = list.ids.indexOf(id)
  const place = own >= 0 && gap.index > own ? gap.index : gap.index + 1
  const position = `position ${place} of ${own >= 0 ? list.ids.length : list.ids.length + 1}`
  return lists.length > 1 ? `${list.label}, ${position}` : position
}

export const isSameGap = (one: Gap | null, other: Gap | null): boolean =>
  one?.list === other?.list && one?.index === other?.index

export const isFixed = (lists: readonly SortedList[], { list, index }: Gap): boolean =>
  index < (lists.find(({ id }) => id === list)?.fixed ?? 0)
