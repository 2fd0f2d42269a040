/** Handle and menu items that move an entry of a sortable list. */
import { useDraggable } from '@dnd-kit/core'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { MenuItem } from '../overlays/menu.tsx'
import { useSorted, useSortingValue } from './sorting-context.ts'
import { canMove, type Direction } from './sorting.ts'
import styles from './sortable-list.module.css'

/** Attributes of an entry's row element. */
export const sortableRow = (id: string) => ({ 'data-sort-id': id })

/** Id of the entry being moved: a virtual list keeps its row mounted, or touch events would stop. */
export const useLifted = (): string | null => useSorted(useSortingValue(), ({ lifted }) => lifted?.id ?? null)

/** `name`: for memoised rows, where `nameOf` could return an outdated name. */
export function SortableGrip({ id, name }: { id: string; name?: string }) {
  const sorting = useSortingValue()
  const { nameOf, sorted, lift, step, end } = sorting
  const liftedBy = useSorted(sorting, ({ lifted }) => (lifted?.id === id ? lifted.by : undefined))
  const { attributes, listeners, setNodeRef, setActivatorNodeRef } = useDraggable({ id })
  // The row is dragged; the grip is its handle.
  const button = useRef<HTMLElement>(null)
  const ref = useCallback(
    (grip: HTMLElement | null) => {
      button.current = grip
      setNodeRef(grip?.closest<HTMLElement>('[data-sort-id]') ?? null)
      setActivatorNodeRef(grip)
    },
    [setNodeRef, setActivatorNodeRef],
  )
  const isLifted = liftedBy !== undefined
  const isLiftedByKey = liftedBy === 'keyboard'
  // Set on the row itself: a `:has()` selector over a long list costs more than the move.
  useLayoutEffect(() => {
    const row = button.current?.closest('[data-sort-id]')
    if (!isLifted || !row) return undefined
    row.toggleAttribute('data-sort-lifted', true)
    return () => void row.toggleAttribute('data-sort-lifted', false)
  }, [isLifted])
  const onKeyDown = (event: KeyboardEvent) => {
    const run = isLiftedByKey
      ? {
          ' ': () => end(true),
          Enter: () => end(true),
          Escape: () => end(false),
          ArrowUp: () => step(-1),
          ArrowDown: () => step(1),
        }[event.key]
      : sorted().lifted === null && (event.key === ' ' || event.key === 'Enter')
        ? () => lift(id, 'keyboard')
        : undefined
    if (run === undefined) return
    // Escape would close the container, Space would press the button again.
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <button
      type="button"
      ref={ref}
      {...listeners}
      className={styles.grip}
      data-sort-grip={id}
      data-lifted={isLifted || undefined}
      aria-label={`Reorder ${name ?? nameOf(id)}`}
      aria-pressed={isLiftedByKey}
      aria-describedby={attributes['aria-describedby']}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (isLiftedByKey) end(false)
      }}
    >
      <GripVertical aria-hidden />
    </button>
  )
}

/** The same with a given name: most edits of a row do not affect its grip. */
export const NamedGrip = memo(function NamedGrip(props: { id: string; name: string }) {
  return <SortableGrip {...props} />
})

/** Menu items Move up and Move down. */
export function MoveItems({ id }: { id: string }) {
  const { lists, moveBy } = useSortingValue()
  const item = (by: Direction) => ({ isDisabled: !canMove(lists(), id, by), onSelect: () => moveBy(id, by) })
  return (
    <>
      <MenuItem icon={<ArrowUp aria-hidden />} {...item(-1)}>
        Move up
      </MenuItem>
      <MenuItem icon={<ArrowDown aria-hidden />} {...item(1)}>
        Move down
      </MenuItem>
    </>
  )
}
