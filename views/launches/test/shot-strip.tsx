/** Screenshots of an attempt in one row above its steps. */
import { useEffect, useRef } from 'react'
import type { LogEntry } from '../../../contract/launches/test-details.ts'
import { Shot } from './test-log.tsx'
import styles from './test-steps.module.css'

interface ShotStripProps {
  shots: readonly LogEntry[]
  /** Epoch ms of the attempt's start. */
  startedAt: number
  /** Time in ms since the attempt's start: the last screenshot until then is marked and scrolled into view. */
  atMs: number | null
  onShot: (entry: LogEntry) => void
}

export function ShotStrip({ shots, startedAt, atMs, onShot }: ShotStripProps) {
  const strip = useRef<HTMLOListElement>(null)
  const current = atMs === null ? -1 : shots.findLastIndex(({ at }) => at - startedAt <= atMs)
  useEffect(() => {
    const item = strip.current?.children[current]
    // Only the strip scrolls, not the page around it.
    if (item instanceof HTMLElement && strip.current !== null)
      strip.current.scrollLeft = item.offsetLeft - (strip.current.clientWidth - item.offsetWidth) / 2
  }, [current])
  return (
    <ol ref={strip} className={styles.strip} aria-label="Screenshots">
      {shots.map((shot, index) => (
        <li key={shot.id} aria-current={index === current ? 'time' : undefined}>
          <Shot entry={shot} startedAt={startedAt} onOpen={onShot} />
        </li>
      ))}
    </ol>
  )
}
