/**
 * Lists whose entries are put in order: dragged by their grip with mouse or finger (press and hold), lifted and moved with the
 * keyboard (Space or Enter, arrows, Space; Escape puts back), or moved by the row's menu. Entries go from one list to another where
 * there are several.
 * `<SortableLists lists={[{ id: 'types', label: 'Observation types', ids }]} nameOf={…} onMove={…} renderLifted={…}>
 *    <SortableList of="types">{rows.map((row) => <div {...sortableRow(row.id)}><SortableGrip id={row.id} />…</div>)}</SortableList>
 *  </SortableLists>`
 * Rows need not all be drawn (virtual lists), but the lifted one has to be: see `useLifted`.
 */
import { DndContext, DragOverlay, MouseSensor, TouchSensor, useDroppable, useSensor, useSensors } from '@dnd-kit/core'
import type { DragMoveEvent, DragStartEvent } from '@dnd-kit/core'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../browser/class-names.ts'
import { useListedKeys } from '../controls/shortcuts.ts'
import { Sorting, useSorted, useSortingValue } from './sorting-context.ts'
import { followPointer, type FollowedPointer } from '../browser/followed-pointer.ts'
import { aimFrom, gapAt, gapTop, listUnder, type Aim } from './sorting-places.ts'
import { moveTo } from './sorting.ts'
import { useSorting, type SortingGiven } from './use-sorting.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './sortable-list.module.css'

/**
 * `nameOf`: accessible name of an entry. `onMove`: called once, on drop. `onReach`: scrolls a virtual list to the row that the keyboard has
 * reached.
 */
export type SortableListsProps = SortingGiven & {
  /** Drag preview. */
  renderLifted: (id: string) => ReactNode
  children: ReactNode
}

const INSTRUCTIONS =
  'To move it with the keyboard, press Space or Enter. Then move it with the arrow keys, press Space or Enter again to put it down, or Escape to leave it where it was.'
// Stable objects: new ones would re-render every grip.
const MOUSE = { activationConstraint: { distance: 4 } }
/** Press and hold: an immediate move scrolls the page. */
const TOUCH = { activationConstraint: { delay: 200, tolerance: 8 } }
const nothing = () => undefined
/** Announcements come from `useSorting`, for all ways of moving. */
const SILENT = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing }
const ACCESSIBILITY = { announcements: SILENT, screenReaderInstructions: { draggable: INSTRUCTIONS } }

const KEYS = [
  { keys: ' ', label: 'Lift the row of the handle, or drop it' },
  { keys: 'ArrowUp', label: 'Move the lifted row up' },
  { keys: 'ArrowDown', label: 'Move the lifted row down' },
  { keys: 'Escape', label: 'Put the lifted row back' },
]

export function SortableLists({ renderLifted, children, ...given }: SortableListsProps) {
  useListedKeys(
    'Reordering',
    KEYS,
    given.lists.some(({ ids }) => ids.length > 1),
  )
  const sorting = useSorting(given)
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH))
  // An open dialog covers everything outside: the drag preview must be inside it.
  const [host, setHost] = useState<Element>(document.body)
  const pointer = useRef<FollowedPointer | null>(null)
  const onDragStart = ({ active, activatorEvent: { target } }: DragStartEvent) => {
    pointer.current = followPointer()
    setHost((target instanceof Element ? target.closest('[role=dialog], [role=alertdialog]') : null) ?? document.body)
    sorting.lift(String(active.id), 'pointer')
  }
  const onDragMove = ({ collisions }: DragMoveEvent) => {
    const found = collisions?.[0]
    const list = found && given.lists.find(({ id }) => id === found.id)
    if (list) sorting.aimAt(gapAt(list, (found.data as { aim: Aim }).aim))
  }
  const onEnd = (isDropped: boolean) => {
    // dnd-kit's target is as old as the last render: a fast move and release would drop at the wrong place.
    const at = pointer.current?.stop() ?? null
    pointer.current = null
    const gap = at && isDropped && aimFrom(given.lists, at)
    if (gap) sorting.aimAt(gap)
    sorting.end(isDropped)
  }
  return (
    <Sorting value={sorting}>
      <DndContext
        {...{ sensors, onDragStart, onDragMove }}
        collisionDetection={listUnder}
        accessibility={ACCESSIBILITY}
        onDragEnd={() => onEnd(true)}
        onDragCancel={() => onEnd(false)}
      >
        {children}
        <Overlay {...{ host, renderLifted }} />
      </DndContext>
      <Announcement />
    </Sorting>
  )
}

function Overlay({ host, renderLifted }: { host: Element; renderLifted: (id: string) => ReactNode }) {
  const lifted = useSorted(useSortingValue(), (sorted) => sorted.lifted)
  return createPortal(
    <DragOverlay dropAnimation={null} zIndex={60}>
      {lifted?.by === 'pointer' && <div className={styles.lifted}>{renderLifted(lifted.id)}</div>}
    </DragOverlay>,
    host,
  )
}

function Announcement() {
  const words = useSorted(useSortingValue(), (sorted) => sorted.words)
  return <VisuallyHidden aria-live="assertive">{words}</VisuallyHidden>
}

export type SortableListProps = ComponentProps<'div'> & {
  /** Id of the list. */
  of: string
}

/** Container of a list's rows. */
export function SortableList({ of, className, children, ...rest }: SortableListProps) {
  const { setNodeRef } = useDroppable({ id: of })
  const node = useRef<HTMLDivElement>(null)
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      node.current = element
      if (element) keepMovedRows(element)
      setNodeRef(element)
    },
    [setNodeRef],
  )
  return (
    <div {...rest} ref={ref} data-sort-list={of} className={classNames(styles.list, className)}>
      {children}
      <DropLine of={of} node={node} />
    </div>
  )
}

/**
 * React moves a row by removing and inserting it, which loses focus and forces a layout to restore it. Uses `moveBefore` where the browser
 * has it.
 */
const keepMovedRows = (list: HTMLElement): void => {
  if (!('moveBefore' in list)) return
  const put = <One extends Node>(row: One, before: Node | null): One => {
    if (row.parentNode === list && list.isConnected) list.moveBefore(row, before)
    else Node.prototype.insertBefore.call(list, row, before)
    return row
  }
  list.insertBefore = put
  list.appendChild = (row) => put(row, null)
}

/**
 * Drop indicator. A component of its own, so that rows do not re-render while the pointer moves; hidden rather than unmounted, which costs
 * the list less.
 */
function DropLine({ of, node }: { of: string; node: { current: HTMLDivElement | null } }) {
  const sorting = useSortingValue()
  const lifted = useSorted(sorting, (sorted) => sorted.lifted)
  const target = useSorted(sorting, (sorted) => sorted.target)
  const line = useRef<HTMLDivElement>(null)
  const lists = sorting.lists()
  const list = lists.find(({ id }) => id === of)
  // No indicator at the entry's own place.
  const isHere = target?.list === of && lifted !== null && moveTo(lists, lifted.id, target) !== null
  useLayoutEffect(() => {
    if (!isHere || !node.current || !line.current || !list) return
    const { top } = node.current.getBoundingClientRect()
    const y = gapTop(node.current, list, target.index) ?? top
    line.current.style.top = `${y - top + node.current.scrollTop}px`
    if (lifted?.by === 'keyboard') line.current.scrollIntoView({ block: 'nearest' })
  })
  return <div ref={line} className={styles.line} hidden={!isHere} aria-hidden />
}
