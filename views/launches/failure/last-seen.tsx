/** Last step and screenshot before a failure. */
import type { LogEntry } from '../../../contract/launches/test-details.ts'
import { withoutAnsi } from '../ansi.ts'
import { lastStepOf, sinceText } from '../log-lines.ts'
import { Shot } from '../test/test-log.tsx'
import styles from './failure-card.module.css'

export type LastSeenProps = {
  entries: readonly LogEntry[]
  /** Epoch ms of the attempt's start. */
  startedAt: number
  onShot: (entry: LogEntry) => void
}

export function LastSeen({ entries, startedAt, onShot }: LastSeenProps) {
  const step = lastStepOf(entries)
  const shot = entries.findLast(({ kind }) => kind === 'screenshot')
  if (step === undefined && shot === undefined) return null
  return (
    <div className={styles.last}>
      {step !== undefined && (
        <p>
          Last step <time>{sinceText(step.at - startedAt)}</time> {withoutAnsi(step.message ?? '')}
        </p>
      )}
      {shot !== undefined && <Shot entry={shot} startedAt={startedAt} onOpen={onShot} />}
    </div>
  )
}
