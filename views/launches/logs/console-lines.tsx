/** Lines of a console. However many there are, only what is seen is drawn; whoever reads the end sees what is added to it. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'
import type { ConsoleLine } from '../../../contract/launchers/engine.ts'
import { viewport } from '../../ui/viewport.ts'
import styles from './launch-logs.module.css'

const LINE_PX = 18
/** Who is no farther from the end than that reads the end. */
const END_PX = 40

export function ConsoleLines({ lines }: { lines: readonly ConsoleLine[] }) {
  const scroll = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // oxlint-disable-next-line react/incompatible-library -- its answers are used here alone, and nothing memoises them
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE_PX,
    getItemKey: (index) => lines[index]?.key ?? index,
    initialRect: viewport(),
    overscan: 20,
  })
  const items = virtual.getVirtualItems()
  const height = virtual.getTotalSize()
  const first = lines[0]?.key ?? 0
  const firstBefore = useRef(first)
  // Where one reads stays in sight: the end as it grows or wraps, and a line as earlier ones come before it.
  useLayoutEffect(() => {
    const earlier = firstBefore.current - first
    firstBefore.current = first
    if (earlier > 0) virtual.scrollToIndex(earlier, { align: 'start' })
    else if (isAtEnd.current) virtual.scrollToIndex(lines.length - 1, { align: 'end' })
  }, [virtual, first, lines.length, height])
  return (
    <div
      ref={scroll}
      className={styles.lines}
      role="log"
      aria-label="Console output"
      aria-live="off"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_PX
      }}
    >
      <div
        style={{
          paddingTop: items[0]?.start ?? 0,
          paddingBottom: height - (items.at(-1)?.end ?? 0),
        }}
      >
        {items.map(({ index, key }) => {
          const line = lines[index]
          if (line === undefined) return null
          return (
            <div key={key} data-index={index} ref={virtual.measureElement} className={styles.line}>
              <span className={styles.number}>{line.key.toLocaleString('en')}</span>
              <time className={styles.time} dateTime={line.at}>
                {new Date(line.at).toTimeString().slice(0, 8)}
              </time>
              <span className={styles.text}>{line.value}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
