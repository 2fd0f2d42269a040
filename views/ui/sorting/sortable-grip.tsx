/** What moves an entry of a sortable list: the grip at the beginning of its row, and the lines of its menu. */
import { useDraggable } from '@dnd-kit/core'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { MenuItem } from '../menu.tsx'
import { useSorted, useSortingValue } from './sorting-context.ts'
import { canMove, type Direction } from './sorting.ts'
import styles from './sortable-list.module.css'

/** Attributes that make an element the row of an entry. */
export const sortableRow = (id: string) => ({ 'data-sort-id': id })

/** The entry that is being moved: a virtual list keeps its row, or the finger on it would be lost. */
export const useLifted = (): string | null => useSorted(useSortingValue(), ({ lifted }) => lifted?.id ?? null)

/** `name`: where rows are drawn only when they change, as `nameOf` then answers with what was true before. */
export function SortableGrip({ id, name }: { id: string; name?: string }) {
  const sorting = useSortingValue()
  const { nameOf, sorted, lift, step, end } = sorting
  const liftedBy = useSorted(sorting, ({ lifted }) => (lifted?.id === id ? lifted.by : undefined))
  const { attributes, listeners, setNodeRef, setActivatorNodeRef } = useDraggable({ id })
  // What is dragged is the row; the grip is where it is held.
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
  // Told to the row itself: to ask each row of a long list what it contains costs more than to move it.
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
    // Escape would close what the list stands in, Space press the button once more.
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

/** The same where the name is given: most edits of a row leave its grip as it is. */
export const NamedGrip = memo(function NamedGrip(props: { id: string; name: string }) {
  return <SortableGrip {...props} />
})

/** Move up and Move down, for the menu of a row. */
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
