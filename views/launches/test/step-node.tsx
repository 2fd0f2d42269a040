/** A step in the tree: result, title, place and time, and below it what it was called with, its failure and its files. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no element is an item of a tree */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, type CSSProperties } from 'react'
import { kindOf, type Artifact } from '../../../contract/launches/launches.ts'
import type { TestStep } from '../../../contract/launches/test-details.ts'
import type { StepRow } from '../../../machines/launches/step-tree.ts'
import { displayedKind, testStatusLabels } from '../../shared/launch-labels.ts'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { formatDuration } from '../../ui/text/time.ts'
import { ansiParts, withoutAnsi } from '../ansi.ts'
import { ArtifactList } from '../artifact-list.tsx'
import { firstLine } from '../log-lines.ts'
import styles from './test-steps.module.css'

const ROW_PX = 30
const LINE_PX = 18
const PADDING_PX = 18

/** Returns the height of a step in pixels before it is rendered and measured. */
export const estimatedHeight = (step: TestStep | undefined, files: number): number =>
  ROW_PX +
  [step?.details, step?.snippet].reduce(
    (sum, text) => (text === undefined ? sum : sum + PADDING_PX + LINE_PX * text.split('\n').length),
    files * LINE_PX + (step?.error === undefined ? 0 : LINE_PX),
  )

interface StepNodeProps {
  /** Index of the row. */
  at: number
  measure: (element: HTMLElement | null) => void
  row: StepRow
  /** Scale of the bars: the time from the start of the attempt to the end of its last step. */
  spanMs: number
  files: readonly Artifact[]
  /** Text of the failure above the tree. */
  failure: string | null
  isActive: boolean
  /** Whether the video shows it. */
  isPlaying: boolean
  onToggle: (index: number, isOpen: boolean) => void
  onActive: (index: number) => void
}

export const StepNode = memo(function StepNode(props: StepNodeProps) {
  const { at, measure, row, spanMs, files, failure, isActive, isPlaying, onToggle, onActive } = props
  const { index, step, hasChildren, isOpen } = row
  const { status, category, location, durationMs, details, error, snippet } = step
  const title = withoutAnsi(step.title)
  const kind = status === null ? 'none' : displayedKind(kindOf({ status, passedManually: false, knownIssue: false }))
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys
    <div
      id={`step-${index}`}
      ref={measure}
      data-index={at}
      role="treeitem"
      tabIndex={-1}
      aria-level={step.depth + 1}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isActive}
      data-kind={kind}
      data-playing={isPlaying || undefined}
      className={styles.step}
      style={{ '--depth': step.depth } as CSSProperties}
      onClick={(event) => {
        const isOfRow = event.target instanceof Element && event.target.closest('[data-row]') !== null
        if (hasChildren && isOfRow) onToggle(index, !isOpen)
        else onActive(index)
      }}
    >
      <div className={styles.row} data-row>
        <span className={styles.toggle}>
          {hasChildren && (isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />)}
        </span>
        <ResultIcon kind={kind} size={14} {...(status === null ? {} : { label: testStatusLabels[status] })} />{' '}
        <span className={styles.title} title={title}>
          {title}
        </span>{' '}
        {category !== undefined && <span className={styles.category}>{category}</span>}{' '}
        {location !== undefined && (
          <code className={styles.location} title={location}>
            {location}
          </code>
        )}{' '}
        <StepBar step={step} spanMs={spanMs} />
        <span className={styles.duration}>{durationMs === undefined ? '' : formatDuration(durationMs)}</span>
      </div>
      {details !== undefined && <pre className={styles.details}>{withoutAnsi(details)}</pre>}
      {error !== undefined && (
        <div className={styles.error}>
          <ColoredText text={isShownAbove(error, failure) ? firstLine(error) : error} />
          {snippet !== undefined && <ColoredText text={snippet} />}
        </div>
      )}
      {files.length > 0 && (
        <div className={styles.files}>
          <ArtifactList artifacts={files} />
        </div>
      )}
    </div>
  )
})

/** Whether the failure above the tree has the whole message; of earlier attempts, only its beginning is known. */
const isShownAbove = (error: string, failure: string | null): boolean => {
  const [message = ''] = withoutAnsi(error).split(/\n[^\S\n]+at /, 1)
  return failure !== null && withoutAnsi(failure).includes(message.trim())
}

const ColoredText = ({ text: whole }: { text: string }) => (
  <pre>
    {ansiParts(whole).map(({ text, tone, isBold }, part) => (
      <span key={part} data-tone={tone ?? undefined} data-bold={isBold || undefined}>
        {text}
      </span>
    ))}
  </pre>
)

function StepBar({ step: { startMs = 0, durationMs }, spanMs }: { step: TestStep; spanMs: number }) {
  const share = (ms: number) => `${spanMs === 0 ? 0 : (ms / spanMs) * 100}%`
  return (
    <span className={styles.bars} aria-hidden>
      {durationMs !== undefined && <i style={{ insetInlineStart: share(startMs), width: share(durationMs) }} />}
    </span>
  )
}
