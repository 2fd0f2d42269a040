/** A test's log and pictures on one timeline, virtualised. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDownToLine } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import type { LogEntry } from '../../../contract/launches/test-details.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { ansiParts } from '../ansi.ts'
import { LazyImage } from '../../shared/lazy-image.tsx'
import { countFrom, logLines, sinceText, type LogFilter, type LogLine } from '../log-lines.ts'
import { viewport } from '../../ui/browser/viewport.ts'
import { useScrollToPlaying } from './use-scroll-to-playing.ts'
import styles from './test-log.module.css'

export type TestLogProps = {
  entries: readonly LogEntry[]
  /** Epoch ms of the attempt's start. */
  startedAt: number
  isRunning: boolean
  /** Full text of the failure, if it failed. */
  failure: string | null
  /** Why the log, or the rest of it, did not load; null if it did. */
  loadFailure: unknown
  /** Video position in epoch ms: the matching line is highlighted and scrolled into view. */
  playingAt: number | null
  onTime: (at: number) => void
  onShot: (entry: LogEntry) => void
}

export function TestLog({
  entries,
  startedAt,
  isRunning,
  failure,
  loadFailure,
  playingAt,
  onTime,
  onShot,
}: TestLogProps) {
  const [filter, setFilter] = useState<LogFilter>('all')
  const [words, setText] = useState('')
  const lines = useMemo(() => logLines(entries, { filter, words, failure }), [entries, filter, words, failure])
  const scroll = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- its answers are used here alone, and nothing memoises them
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => (lines[index]?.kind === 'shots' ? 162 : 26),
    getItemKey: (index) => lines[index]?.key ?? index,
    initialRect: viewport(),
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const failureIndex = lines.findIndex((line) => line.kind === 'line' && line.isFailure)
  const playing = playingAt === null ? -1 : lines.findLastIndex((line) => timeOf(line) <= playingAt)
  useScrollToPlaying(virtual, playing)
  return (
    <div className={styles.pane}>
      <div className={styles.bar}>
        <SearchField label="Search in the log" value={words} onValueChange={setText} />
        <SegmentedControl
          label="Level"
          value={filter}
          onValueChange={setFilter}
          segments={[
            { value: 'all', label: 'All' },
            { value: 'info', label: 'Info' },
            { value: 'warn', label: 'Warnings', count: countFrom(entries, 'warn') },
            { value: 'error', label: 'Errors', count: countFrom(entries, 'error') },
          ]}
        />
        {failureIndex >= 0 && (
          <Button
            variant="quiet"
            size="sm"
            className={styles.go}
            icon={<ArrowDownToLine aria-hidden />}
            onClick={() => virtual.scrollToIndex(failureIndex, { align: 'center' })}
          >
            Go to failure
          </Button>
        )}
      </div>
      <InlineProblem>{loadFailure !== null && `The log did not load: ${messageOf(loadFailure)}`}</InlineProblem>
      <div ref={scroll} className={styles.lines} role="log" aria-label="Log" aria-live="off">
        {lines.length === 0 ? (
          loadFailure === null && <NoLines isFiltered={words !== '' || filter !== 'all'} isRunning={isRunning} />
        ) : (
          <div
            style={{
              paddingTop: items[0]?.start ?? 0,
              paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
            }}
          >
            {items.map(({ index, key }) => {
              const line = lines[index]
              return (
                <div
                  key={key}
                  data-index={index}
                  ref={virtual.measureElement}
                  data-playing={index === playing || undefined}
                >
                  {line !== undefined && <Line line={line} startedAt={startedAt} onTime={onTime} onShot={onShot} />}
                </div>
              )
            })}
          </div>
        )}
      </div>
    </div>
  )
}

const timeOf = (line: LogLine): number => (line.kind === 'line' ? line.entry.at : (line.entries[0]?.at ?? Infinity))

function NoLines({ isFiltered, isRunning }: { isFiltered: boolean; isRunning: boolean }) {
  if (isFiltered) return <EmptyState title="No lines match">Change the search or the level.</EmptyState>
  return isRunning ? (
    <EmptyState title="No log yet">Lines appear here as the test writes them.</EmptyState>
  ) : (
    <EmptyState title="No log">The test wrote none, or the retention of the project has deleted it.</EmptyState>
  )
}

type LineProps = { line: LogLine } & Pick<TestLogProps, 'startedAt' | 'onTime' | 'onShot'>

const Line = memo(function Line({ line, startedAt, onTime, onShot }: LineProps) {
  if (line.kind === 'shots')
    return (
      <div className={styles.shots}>
        {line.entries.map((entry) => (
          <Shot key={entry.id} entry={entry} startedAt={startedAt} onOpen={onShot} />
        ))}
      </div>
    )
  const { at, level, message } = line.entry
  return (
    <>
      <div className={styles.line} data-level={level} data-hit={line.isFailure || undefined}>
        <button type="button" className={styles.time} tabIndex={-1} onClick={() => onTime(at)}>
          {sinceText(at - startedAt)}
        </button>
        <span className={styles.level}>{(level ?? '').toLowerCase()}</span>
        <span className={styles.words}>
          {line.isRepeated
            ? 'Failed here'
            : ansiParts(message ?? '').map(({ text, tone, isBold }, index) => (
                <span key={index} data-tone={tone ?? undefined} data-bold={isBold || undefined}>
                  {text}
                </span>
              ))}
        </span>
      </div>
    </>
  )
})

export type ShotProps = { entry: LogEntry; startedAt: number; onOpen: (entry: LogEntry) => void }

export function Shot({ entry, startedAt, onOpen }: ShotProps) {
  const time = sinceText(entry.at - startedAt)
  if (entry.url === null) return null
  return (
    <figure className={styles.shot}>
      <button type="button" onClick={() => onOpen(entry)}>
        <LazyImage src={entry.url} alt={`Screenshot at ${time}`} />
      </button>
      <figcaption>
        <time>{time}</time>
        {entry.message}
      </figcaption>
    </figure>
  )
}
