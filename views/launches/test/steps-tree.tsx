/** Steps of an attempt as a virtual tree with keyboard navigation, opened at the failure. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no element is a tree */
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDownToLine, ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { z } from 'zod/mini'
import type { Artifact } from '../../../contract/launches/launches.ts'
import type { listTestSteps, LogEntry } from '../../../contract/launches/test-details.ts'
import {
  countMatches,
  endOf,
  failedStep,
  FAILURES_OPEN,
  openAround,
  rowAt,
  stepRows,
  stepTree,
  type StepRow,
  toggleStep,
  type OpenSteps,
} from '../../../machines/launches/step-tree.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { viewport } from '../../ui/browser/viewport.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { useListedKeys } from '../../ui/controls/shortcuts.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ShotStrip } from './shot-strip.tsx'
import { estimatedHeight, StepNode } from './step-node.tsx'
import { useScrollToPlaying } from './use-scroll-to-playing.ts'
import styles from './test-steps.module.css'

export type StepsAnswer = z.infer<typeof listTestSteps.answer>

const KEYS = [
  { keys: 'ArrowDown', label: 'Next step' },
  { keys: 'ArrowUp', label: 'Previous step' },
  { keys: 'Home', label: 'First step' },
  { keys: 'End', label: 'Last step' },
  { keys: 'ArrowRight', label: 'Open, or go to the first step within' },
  { keys: 'ArrowLeft', label: 'Close, or go to the step around' },
  { keys: 'Enter', label: 'Open or close' },
]

const ROWS_ABOVE_FAILURE = 4
const NO_FILES: readonly Artifact[] = []

const filesByStep = (artifacts: StepsAnswer['artifacts']): ReadonlyMap<number, readonly Artifact[]> => {
  const files = new Map<number, Artifact[]>()
  for (const artifact of artifacts) {
    const own = files.get(artifact.step) ?? []
    own.push(artifact)
    files.set(artifact.step, own)
  }
  return files
}

/** Video and screenshots beside the steps. */
export interface StepsTimeline {
  /** Screenshots of the attempt, in chronological order. */
  shots: readonly LogEntry[]
  /** Epoch ms of the attempt's start. */
  startedAt: number
  /** Video position in epoch ms: the step of that time is highlighted and scrolled into view. */
  playingAt: number | null
  /** The user chose a step: the video moves to its start. */
  onTime: (at: number) => void
  onShot: (entry: LogEntry) => void
}

export interface StepsTreeProps {
  answer: StepsAnswer
  /** Text of the failure that is shown above the steps; null without one. */
  failure: string | null
  /** Null where neither the video nor screenshots are shown. */
  timeline: StepsTimeline | null
}

export function StepsTree({ answer, failure, timeline }: StepsTreeProps) {
  const tree = useMemo(() => stepTree(answer.items), [answer])
  const filesOf = useMemo(() => filesByStep(answer.artifacts), [answer])
  const failed = useMemo(() => failedStep(tree), [tree])
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(FAILURES_OPEN)
  /** Steps that the user opens or closes in a search stay so until its text changes. */
  const [openInSearch, setOpenInSearch] = useState(FAILURES_OPEN)
  const isSearching = typed.trim() !== ''
  const [shownOpen, changeOpen] = isSearching ? [openInSearch, setOpenInSearch] : [open, setOpen]
  const rows = useMemo(() => stepRows(tree, shownOpen, typed), [tree, shownOpen, typed])
  const [active, setActive] = useState(failed)
  const choose = useCallback(
    (index: number) => {
      setActive(index)
      const startMs = tree.steps[index]?.startMs
      if (startMs !== undefined) timeline?.onTime(timeline.startedAt + startMs)
    },
    [tree, timeline],
  )
  const videoMs = timeline === null || timeline.playingAt === null ? null : timeline.playingAt - timeline.startedAt
  const playing = videoMs === null ? -1 : rowAt(rows, videoMs)
  const activeRow = Math.max(
    0,
    rows.findIndex(({ index }) => index === active),
  )
  const scroll = useRef<HTMLDivElement>(null)
  const heightOf = (row: StepRow | undefined) => estimatedHeight(row?.step, filesOf.get(row?.index ?? -1)?.length ?? 0)
  // oxlint-disable-next-line react/incompatible-library -- its answers are used here alone, and nothing memoises them
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (at) => heightOf(rows[at]),
    getItemKey: useCallback((at: number) => rows[at]?.index ?? at, [rows]),
    initialRect: viewport(),
    // The failure is a few rows below the top.
    initialOffset: () =>
      rows.slice(0, Math.max(0, activeRow - ROWS_ABOVE_FAILURE)).reduce((sum, row) => sum + heightOf(row), 0),
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  useListedKeys('Steps', KEYS, rows.length > 0)
  useScrollToPlaying(virtual, playing)

  const show = (index: number, isOpen: OpenSteps) => {
    const at = stepRows(tree, isOpen, '').findIndex((row) => row.index === index)
    choose(index)
    if (at >= 0) virtual.scrollToIndex(at, { align: 'center' })
  }
  const goToFailure = () => {
    setTyped('')
    const opened = openAround(tree, open, failed)
    setOpen(opened)
    // After the rows around it are rendered.
    requestAnimationFrame(() => show(failed, opened))
  }

  const toggle = useCallback(
    (index: number, isOpen: boolean) => {
      choose(index)
      changeOpen((before) => toggleStep(before, index, isOpen))
    },
    [choose, changeOpen],
  )
  const go = (to: number) => {
    const at = Math.max(0, Math.min(rows.length - 1, to))
    choose(rows[at]?.index ?? -1)
    virtual.scrollToIndex(at, { align: 'auto' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[activeRow]
    const isInLink = event.target instanceof Element && event.target.closest('a') !== null
    if (row === undefined || isInLink || event.altKey || event.ctrlKey || event.metaKey) return
    const { index, hasChildren, isOpen } = row
    const around = rows.findIndex((other) => other.index === tree.parents[index])
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(activeRow + 1),
      ArrowUp: () => go(activeRow - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (hasChildren && !isOpen ? toggle(index, true) : hasChildren && go(activeRow + 1)),
      ArrowLeft: () => (isOpen ? toggle(index, false) : around >= 0 && go(around)),
      Enter: () => hasChildren && toggle(index, !isOpen),
      ' ': () => hasChildren && toggle(index, !isOpen),
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const activeIndex = rows[activeRow]?.index
  const isActiveRendered = items.some(({ index }) => index === activeRow)
  return (
    <div className={styles.pane}>
      <StepsBar
        typed={typed}
        matches={isSearching ? countMatches(tree, typed) : null}
        onTyped={(text) => {
          setTyped(text)
          setOpenInSearch(FAILURES_OPEN)
        }}
        onFailure={failed >= 0 ? goToFailure : null}
        onAll={(base) => changeOpen({ base, toggled: new Map() })}
      />
      {timeline !== null && timeline.shots.length > 1 && (
        <ShotStrip {...timeline} atMs={videoMs ?? endOf(tree.steps[active])} />
      )}
      <div ref={scroll} className={styles.scroll}>
        {rows.length === 0 && <EmptyState title="No steps match">Change the search.</EmptyState>}
        <div
          role="tree"
          aria-label="Steps"
          tabIndex={rows.length > 0 ? 0 : -1}
          aria-activedescendant={isActiveRendered ? `step-${activeIndex}` : undefined}
          className={styles.tree}
          style={{
            paddingTop: items[0]?.start ?? 0,
            paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
          }}
          onKeyDown={onKeyDown}
        >
          {items.map(({ index: at, key }) => {
            const row = rows[at]
            return (
              row !== undefined && (
                <StepNode
                  key={key}
                  at={at}
                  measure={virtual.measureElement}
                  row={row}
                  spanMs={tree.spanMs}
                  files={filesOf.get(row.index) ?? NO_FILES}
                  failure={failure}
                  isActive={at === activeRow}
                  isPlaying={at === playing}
                  onToggle={toggle}
                  onActive={choose}
                />
              )
            )
          })}
        </div>
        {answer.omitted > 0 && (
          <p className={styles.omitted}>{formatCount(answer.omitted, 'more step')} of the report were not imported.</p>
        )}
      </div>
    </div>
  )
}

interface StepsBarProps {
  typed: string
  /** Number of steps that the search found; null without a search. */
  matches: number | null
  onTyped: (text: string) => void
  /** Null without a failed step. */
  onFailure: (() => void) | null
  onAll: (base: 'all' | 'none') => void
}

const StepsBar = ({ typed, matches, onTyped, onFailure, onAll }: StepsBarProps) => (
  <div className={styles.bar}>
    <SearchField label="Search in the steps" value={typed} onValueChange={onTyped} />
    <span className={styles.count} role="status">
      {matches !== null && formatCount(matches, 'match', 'matches')}
    </span>
    {onFailure !== null && (
      <Button variant="quiet" size="sm" icon={<ArrowDownToLine aria-hidden />} onClick={onFailure}>
        Go to failure
      </Button>
    )}
    <IconButton size="sm" label="Expand all" onClick={() => onAll('all')}>
      <ChevronsUpDown aria-hidden />
    </IconButton>
    <IconButton size="sm" label="Collapse all" onClick={() => onAll('none')}>
      <ChevronsDownUp aria-hidden />
    </IconButton>
  </div>
)
