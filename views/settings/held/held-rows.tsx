/** Sortable rows. Long lists are virtual, with rows pinned that must not unmount. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows stand in one grid with the list's head, which list tags would break up */
import { useVirtualizer, type Range } from '@tanstack/react-virtual'
import { Fragment, memo, useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { HeldEntry, Key } from '../../../contract/settings/held-edits.ts'
import type { HeldEditorRef } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import { scrollerOf } from '../../ui/lists/scroller.ts'
import { sortableRow, useLifted } from '../../ui/sorting/sortable-grip.tsx'
import { rowsIn, type Drawn } from './drawn-rows.ts'
import { useEntryName } from './use-held-rows.ts'
import styles from './held.module.css'

/** Up to this number all rows render, so that the browser's search finds them. */
const MAX_RENDERED = 60
const AROUND = 6

export interface HeldRowsProps<Entry extends HeldEntry> {
  editor: HeldEditorRef<Entry>
  keys: readonly Key[]
  /** Height of a collapsed row with its border, in px: wide and narrow. */
  height: { wide: number; narrow: number }
  /** Label of an entry without a name. */
  unnamed: string
  /** Pinned rows: expanded, or about to be focused. */
  pinned: readonly (Key | null | undefined)[]
  /** Must be stable: rows re-render with another function. */
  children: (key: Key) => ReactNode
}

export function HeldRows<Entry extends HeldEntry>(props: HeldRowsProps<Entry>) {
  const { editor, keys, height, unnamed, pinned, children } = props
  const isLong = keys.length > MAX_RENDERED
  const mark = useRef<HTMLSpanElement>(null)
  const { scroll, top } = usePlace(mark, isLong)
  const lifted = useLifted()
  const kept = useMemo(() => {
    const places = [...pinned, lifted].map((key) => (key === null || key === undefined ? -1 : keys.indexOf(key)))
    return places.filter((place) => place !== -1)
  }, [pinned, lifted, keys])
  const rangeExtractor = useCallback(
    (range: Range) => {
      // A focused row stays mounted when it scrolls out of view.
      const focused = document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset['key']
      return rowsIn(range, focused === undefined ? kept : [...kept, keys.indexOf(focused)])
    },
    [kept, keys],
  )
  // oxlint-disable-next-line react/incompatible-library -- its answers are used here alone, and nothing memoises them
  const virtual = useVirtualizer({
    enabled: isLong,
    count: keys.length,
    getScrollElement: () => scroll,
    estimateSize: useCallback(() => (innerWidth < 960 ? height.narrow : height.wide), [height]),
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    initialRect: { width: innerWidth, height: innerHeight },
    scrollMargin: top,
    overscan: AROUND,
    rangeExtractor,
  })
  const drawn: readonly Drawn[] = isLong
    ? virtual.getVirtualItems().map(({ index, start, end }) => ({ index, start: start - top, end: end - top }))
    : keys.map((_, index) => ({ index, start: 0, end: 0 }))
  const last = drawn.at(-1)
  const after = isLong ? virtual.getTotalSize() - (last?.end ?? 0) : 0
  return (
    <>
      <span ref={mark} hidden />
      {drawn.map(({ index, start }, i) => {
        const key = keys[index]
        if (key === undefined) return null
        const room = start - (drawn[i - 1]?.end ?? 0)
        return (
          <Fragment key={key}>
            {room > 0 && <div style={{ height: room }} />}
            <Item
              {...{ editor, unnamed, index }}
              id={key}
              of={keys.length}
              measure={isLong ? virtual.measureElement : undefined}
              draw={children}
            />
          </Fragment>
        )
      })}
      {after > 0 && <div style={{ height: after }} />}
    </>
  )
}

interface ItemProps<Entry extends HeldEntry> {
  editor: HeldEditorRef<Entry>
  id: Key
  index: number
  of: number
  unnamed: string
  measure: ((node: Element | null) => void) | undefined
  draw: (key: Key) => ReactNode
}

function ItemOf<Entry extends HeldEntry>({ editor, id, index, of, unnamed, measure, draw }: ItemProps<Entry>) {
  const name = useEntryName(editor, id)
  return (
    <div
      ref={measure}
      className={styles.item}
      role="listitem"
      aria-label={name || unnamed}
      aria-setsize={of}
      aria-posinset={index + 1}
      data-key={id}
      data-index={index}
      {...sortableRow(id)}
    >
      {draw(id)}
    </div>
  )
}
/** Memoised by position. */
const Item = memo(ItemOf) as typeof ItemOf

/** Scroll container, and offset of the rows in it, in px. */
function usePlace(mark: { current: HTMLElement | null }, isLong: boolean) {
  const [place, setPlace] = useState<{ scroll: HTMLElement | null; top: number }>({ scroll: null, top: 0 })
  useLayoutEffect(() => {
    const list = mark.current?.parentElement
    const scroll = scrollerOf(list ?? null)
    if (!isLong || !list || scroll === null) return undefined
    const measure = () => {
      const head = list.querySelector<HTMLElement>('[data-head]')?.offsetHeight ?? 0
      const top = list.getBoundingClientRect().top - scroll.getBoundingClientRect().top + scroll.scrollTop + head
      setPlace((before) => (before.scroll === scroll && Math.abs(before.top - top) < 1 ? before : { scroll, top }))
    }
    measure()
    // Content above the list appears and disappears, such as the bar of unsaved changes, which changes the offset.
    const sized = new ResizeObserver(measure)
    for (const part of scroll.children) sized.observe(part)
    return () => sized.disconnect()
  }, [mark, isLong])
  return place
}
