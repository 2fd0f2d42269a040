/** Maps the pointer to a gap between rows by their current positions, so that scrolling and virtual rows need no special care. */
import type { CollisionDetection } from '@dnd-kit/core'
import type { Gap, SortedList } from './sorting.ts'

/** Data that dnd-kit passes on for the list under the pointer. */
export interface Aim {
  y: number
  node: HTMLElement
}

/** Returns the list that contains the pointer, else the nearest. */
export const listUnder: CollisionDetection = ({ droppableContainers, pointerCoordinates }) => {
  if (pointerCoordinates === null) return []
  const lists = droppableContainers.flatMap((container) => {
    const node = container.node.current
    return node === null ? [] : [{ container, node }]
  })
  return nearest(lists, pointerCoordinates).map(({ container, node, value }) => ({
    id: container.id,
    data: { droppableContainer: container, value, aim: { y: pointerCoordinates.y, node } },
  }))
}

/** The same by rendered containers: `data-sort-list` names the list. */
export const aimFrom = (lists: readonly SortedList[], at: { x: number; y: number }): Gap | null => {
  const rooms = [...document.querySelectorAll<HTMLElement>('[data-sort-list]')].flatMap((node) => {
    const list = lists.find(({ id }) => id === node.dataset['sortList'])
    return list === undefined ? [] : [{ list, node }]
  })
  const [found] = nearest(rooms, at)
  return found === undefined ? null : gapAt(found.list, { y: at.y, node: found.node })
}

const nearest = <Room extends { node: HTMLElement }>(rooms: readonly Room[], { x, y }: { x: number; y: number }) =>
  rooms
    .map((room) => {
      const box = room.node.getBoundingClientRect()
      const value = Math.hypot(x - clamp(x, box.left, box.right), y - clamp(y, box.top, box.bottom))
      return { ...room, value }
    })
    .sort((a, b) => a.value - b.value)
    .slice(0, 1)

const rowsIn = (node: HTMLElement): { id: string; box: DOMRect }[] =>
  [...node.querySelectorAll<HTMLElement>('[data-sort-id]')]
    .map((row) => ({ id: row.dataset['sortId'] ?? '', box: row.getBoundingClientRect() }))
    .sort((a, b) => a.box.top - b.box.top)

/**
 * Returns the position of the gap before an entry; null in a list without rows. For an entry that is not rendered, the next rendered one.
 */
export const gapTop = (node: HTMLElement, { ids }: SortedList, index: number): number | null => {
  const row = node.querySelector(`[data-sort-id="${CSS.escape(ids[index] ?? '')}"]`)
  if (row !== null) return row.getBoundingClientRect().top
  const places = new Map(ids.map((id, place) => [id, place]))
  const rows = rowsIn(node)
  const next = rows.find(({ id }) => (places.get(id) ?? -1) >= index)
  return next?.box.top ?? rows.at(-1)?.box.bottom ?? null
}

/** Returns the gap nearest to the pointer among rendered rows. */
export const gapAt = ({ id: list, ids }: SortedList, { y, node }: Aim): Gap => {
  const rows = rowsIn(node)
  const below = rows.find(({ box }) => box.top + box.height / 2 > y)
  if (below) return { list, index: ids.indexOf(below.id) }
  const last = rows.at(-1)
  return { list, index: last ? ids.indexOf(last.id) + 1 : ids.length }
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)
