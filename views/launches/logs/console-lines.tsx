/** Lines of a console. Draws and loads only the visible ones. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import type { ConsoleLine } from '../../../contract/launchers/engine.ts'
import type { ConsoleView } from '../../../machines/launches/console-view.machine.ts'
import type { ConsoleRows, ConsoleSection } from '../../../machines/launches/console-sections.ts'
import { lineAt, type ConsoleText, type LineRange } from '../../../machines/launches/console-text.ts'
import { inFigures } from '../../ui/text/figures.ts'
import { viewport } from '../../ui/browser/viewport.ts'
import styles from './console-lines.module.css'
import { lineParts } from './line-parts.ts'
import { SectionHead } from './section-head.tsx'

const LINE_PX = 20
const HEAD_PX = 28
/** A reader this close to the end counts as at the end. */
const END_PX = 40
/** Lines before and after the visible ones that are drawn and loaded too. */
const OVERSCAN = 20

interface ConsoleLinesProps {
  text: ConsoleText
  rows: ConsoleRows
  view: ConsoleView
  isFollowing: boolean
  /** Scrolls to this line, once for each object. */
  aim: { line: number } | null
  /** Highlighted in each line. */
  words: string
  /** Number of the line with the current match. */
  found: number | null
  onShown: (ranges: readonly LineRange[]) => void
  onFold: (section: ConsoleSection, isOpen: boolean) => void
  onEnd: (isReached: boolean) => void
}

export function ConsoleLines({
  text,
  rows,
  view,
  isFollowing,
  aim,
  words,
  found,
  onShown,
  onFold,
  onEnd,
}: ConsoleLinesProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const scrolledTo = useRef(0)
  const released = useRef(aim)
  // oxlint-disable-next-line react/incompatible-library -- its answers are used here alone, and nothing memoises them
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => ('line' in rows.at(index) ? LINE_PX : HEAD_PX),
    // Another function makes the virtualizer forget all positions.
    getItemKey: useCallback(
      (index: number) => {
        const row = rows.at(index)
        return 'line' in row ? row.line : row.section.stage.name
      },
      [rows],
    ),
    initialRect: viewport(),
    overscan: OVERSCAN,
    onChange: ({ range }) => {
      if (range !== null) onShown(rows.linesOf(Math.max(0, range.startIndex - OVERSCAN), range.endIndex + OVERSCAN))
    },
  })
  const layout = `${view.isWrapped} ${view.hasTimes}`
  const measured = useRef(layout)
  // Display options change all heights: measure again and keep the first visible line in place.
  useLayoutEffect(() => {
    if (measured.current === layout) return
    measured.current = layout
    const first = virtual.range?.startIndex ?? 0
    virtual.measure()
    virtual.scrollToIndex(first, { align: 'start' })
  }, [virtual, layout])
  const items = virtual.getVirtualItems()
  const height = virtual.getTotalSize()
  useLayoutEffect(() => {
    if (isFollowing && rows.count > 0) virtual.scrollToIndex(rows.count - 1, { align: 'end' })
  }, [virtual, isFollowing, rows.count, height])
  // Lines around the target load and wrap after the jump. Keeps the target in the middle until the reader scrolls.
  useLayoutEffect(() => {
    if (aim !== null && aim !== released.current) virtual.scrollToIndex(rows.indexOf(aim.line), { align: 'center' })
  }, [virtual, rows, aim, height])
  const release = () => {
    released.current = aim
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears of scrolling, and does nothing of its own
    <div
      ref={scroll}
      className={styles.lines}
      data-unwrapped={!view.isWrapped || undefined}
      data-untimed={!view.hasTimes || undefined}
      role="log"
      aria-label="Console output"
      aria-live="off"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
      tabIndex={0}
      onWheel={release}
      onTouchMove={release}
      onPointerDown={release}
      onKeyDown={release}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        const isUp = scrollTop < scrolledTo.current
        scrolledTo.current = scrollTop
        if (scrollHeight - scrollTop - clientHeight < END_PX) onEnd(true)
        // Lines that are added below move the end away although nobody has scrolled.
        else if (isUp) onEnd(false)
      }}
    >
      <div
        className={styles.sheet}
        style={{
          paddingTop: items[0]?.start ?? 0,
          paddingBottom: height - (items.at(-1)?.end ?? 0),
        }}
      >
        {items.map(({ index, key }) => {
          const row = rows.at(index)
          return (
            // Rows are measured on mount.
            <div key={`${key} ${layout}`} data-index={index} ref={virtual.measureElement}>
              {'line' in row ? (
                <Line number={row.line} line={lineAt(text, row.line)} words={words} isFound={found === row.line} />
              ) : (
                <SectionHead section={row.section} isOpen={row.isOpen} onFold={onFold} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

interface LineProps {
  number: number
  /** Undefined while it loads. */
  line: ConsoleLine | undefined
  words: string
  isFound: boolean
}

const Line = memo(function Line({ number, line, words, isFound }: LineProps) {
  return (
    <div
      className={styles.line}
      data-error={line?.mark === 'error' || undefined}
      data-found={isFound || undefined}
      aria-busy={line === undefined || undefined}
    >
      <span className={styles.number}>{inFigures(number)}</span>
      <time className={styles.time} dateTime={line?.at}>
        {line !== undefined && new Date(line.at).toTimeString().slice(0, 8)}
      </time>
      <span className={styles.text}>{line !== undefined && drawn(line.value, words)}</span>
    </div>
  )
})

/** Highlights search matches; other lines get coloured result signs and marked secrets. */
const drawn = (text: string, words: string) => {
  if (words !== '' && text.toLowerCase().includes(words.toLowerCase())) return marked(text, words)
  return lineParts(text).map(({ text: part, kind }, place) =>
    kind === 'plain' ? (
      part
    ) : (
      <span key={place} data-part={kind} data-tip={kind === 'secret' ? 'Secret, not in the log' : undefined}>
        {part}
      </span>
    ),
  )
}

/** Splits the text so that each occurrence of the words is highlighted, ignoring case. */
const marked = (text: string, words: string) => {
  const inText = text.toLowerCase()
  const wanted = words.toLowerCase()
  const parts = []
  let done = 0
  for (let at = inText.indexOf(wanted); at >= 0; at = inText.indexOf(wanted, done)) {
    parts.push(text.slice(done, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>)
    done = at + wanted.length
  }
  return [...parts, text.slice(done)]
}
