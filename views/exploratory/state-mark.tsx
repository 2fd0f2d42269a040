/** State of a session: open, recording, or closed. A clock without recent reports counts as stopped. */
import { Circle, Lock } from 'lucide-react'
import type { ExploratorySessionSummary } from '../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../contract/limits.ts'
import { timeOfDay } from '../ui/text/format-clock.ts'
import { useNow } from '../ui/text/now.ts'
import { exactTime } from '../ui/text/time.ts'
import styles from './state-mark.module.css'

export type StateMarkProps = Pick<
  ExploratorySessionSummary,
  'closed' | 'isRecording' | 'recordingHeardAt' | 'recordingSince'
> & {
  /** The clock runs elsewhere, since this time: its page is open here. */
  isElsewhere?: boolean
}

export function StateMark({
  closed,
  isRecording,
  recordingHeardAt,
  recordingSince,
  isElsewhere = false,
}: StateMarkProps) {
  const now = useNow()
  if (closed)
    return (
      <span className={styles.mark}>
        <Lock aria-hidden />
        Closed
      </span>
    )
  const heardAt = recordingHeardAt === undefined ? null : Date.parse(recordingHeardAt)
  // Missing reports cause no event: the mark times out here.
  if (isRecording && (heardAt === null || now - heardAt < LIMITS.recordingSilenceMs))
    return (
      <span className={styles.mark} data-recording="">
        <i aria-hidden />
        {isElsewhere ? 'Recording on another device' : 'Recording'}
        {isElsewhere && recordingSince !== undefined && (
          <>
            {' since '}
            <time dateTime={recordingSince} data-tip={exactTime(Date.parse(recordingSince))}>
              {sinceText(new Date(recordingSince), new Date(now))}
            </time>
          </>
        )}
      </span>
    )
  return (
    <span
      className={styles.mark}
      data-tip={
        heardAt === null ? undefined : `Last update from its clock at ${exactTime(heardAt)}; it was not stopped`
      }
    >
      <Circle aria-hidden />
      Open
    </span>
  )
}

const sinceText = (since: Date, now: Date): string =>
  since.toDateString() === now.toDateString() ? timeOfDay(since) : exactTime(since.getTime())
