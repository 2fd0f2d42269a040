/** Summary of a failure at the top of a test's page: error, difference, location in the project's code, last step and screenshot. */
import { useMemo, type ReactNode } from 'react'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { withoutAnsi } from '../ansi.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { CopyPrompt, type CopyPromptProps } from './copy-prompt.tsx'
import { failureFaceOf, type TraceBlock } from './failure-face.ts'
import { LastSeen, type LastSeenProps } from './last-seen.tsx'
import type { DiffLine } from './text-diff.ts'
import styles from './failure-card.module.css'

export type FailureCardProps = CopyPromptProps &
  LastSeenProps & {
    /** The suggested issue. */
    suggestion: ReactNode
  }

export function FailureCard(props: FailureCardProps) {
  const { details, history, attempt, failure, entries, files, startedAt, suggestion, onShot } = props
  const text = useMemo(() => withoutAnsi(failure), [failure])
  const { message, diff, trace, more } = useMemo(() => failureFaceOf(text), [text])
  return (
    <section className={styles.card} aria-label="Failure">
      <div className={styles.error}>
        <div className={styles.head}>
          <p className={styles.message}>{message}</p>
          <CopyPrompt {...{ details, history, attempt, failure, entries, files }} />
          <CopyButton isIcon value={text} label="Copy the error" />
        </div>
        {suggestion}
        {diff !== null && <Diff lines={diff} />}
        {trace.length > 0 && (
          <div className={styles.trace}>
            {trace.map((block, index) => (
              <Block key={index} block={block} />
            ))}
          </div>
        )}
        {more > 0 && <p className={styles.more}>{formatCount(more, 'more line')} under Stack trace</p>}
      </div>
      <LastSeen {...{ entries, startedAt, onShot }} />
    </section>
  )
}

const signs = { same: ' ', expected: '-', received: '+' } as const

const Diff = ({ lines }: { lines: readonly DiffLine[] }) => (
  <figure className={styles.diff}>
    <figcaption>
      <span data-kind="expected">- expected</span>
      <span data-kind="received">+ received</span>
    </figcaption>
    <pre>
      {lines.map(({ kind, parts }, index) => (
        <span key={index} data-kind={kind}>
          {signs[kind]} {parts.map(({ text, isChanged }, part) => (isChanged ? <mark key={part}>{text}</mark> : text))}
          {'\n'}
        </span>
      ))}
    </pre>
  </figure>
)

function Block({ block: { kind, lines } }: { block: TraceBlock }) {
  const text = lines.join('\n')
  if (kind !== 'library') return <pre data-kind={kind}>{text}</pre>
  return (
    <details>
      <summary>{formatCount(lines.length, 'line')} of runner and library code</summary>
      <pre data-kind={kind}>{text}</pre>
    </details>
  )
}
