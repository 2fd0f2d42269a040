/** Screenshots of an attempt in one row above its steps. */
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
  const current = atMs === null ? -1 : shots.findLastIndex(({ at }) => at - startedAt <= atMs)
  return (
    <ol className={styles.strip} aria-label="Screenshots">
      {shots.map((shot, index) => (
        <li
          key={shot.id}
          ref={index === current ? center : undefined}
          aria-current={index === current ? 'time' : undefined}
        >
          <Shot entry={shot} startedAt={startedAt} onOpen={onShot} />
        </li>
      ))}
    </ol>
  )
}

/** Scrolls the strip so that a screenshot is in its middle. `scrollIntoView` would also scroll the page. */
const center = (item: HTMLLIElement | null): void => {
  const strip = item?.parentElement
  if (item && strip) strip.scrollLeft = item.offsetLeft - (strip.clientWidth - item.offsetWidth) / 2
}
