/** Clock of a session: start, pause, stop; asks about idle time. */
import { useSelector } from '@xstate/react'
import { Circle, Pause, Play, Square } from 'lucide-react'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import {
  selectElapsed,
  selectGap,
  selectState,
  selectReported,
  timeBoxNotice,
  type RecordingRef,
} from '../../../machines/exploratory/recording.machine.ts'
import { Button } from '../../ui/controls/button.tsx'
import { clockFace, formatHours } from '../../ui/text/format-clock.ts'
import { formatClock } from '../../ui/text/time.ts'
import { tick } from './recordings.ts'
import styles from './recording-bar.module.css'

export interface RecordingBarProps {
  session: ExploratorySession
  recording: RecordingRef
  /** Recorded time of this device that the session includes already, by recording id. */
  stretches: Readonly<Record<string, number>>
}

export function RecordingBar({ session, recording, stretches }: RecordingBarProps) {
  const state = useSelector(recording, selectState)
  const elapsed = useSelector(recording, selectElapsed)
  const stretchId = useSelector(recording, ({ context }) => context.kept?.stretchId ?? '')
  const gap = useSelector(recording, selectGap)
  const reported = useSelector(recording, selectReported)
  // An old session was compacted out of the log, with the server's state of this recording.
  const total = session.recordedMillis - (stretches[stretchId] ?? reported) + elapsed
  const notice = timeBoxNotice(total, session.timeBoxMinutes)
  const start = () => recording.send({ type: 'recording/start', stretchId: crypto.randomUUID(), now: tick() })
  return (
    <section className={styles.bar} aria-label="Recording" data-state={state}>
      <span className={styles.state}>
        <i aria-hidden />
        <span>{LABELS[state]}</span>
      </span>
      <time className={styles.clock} aria-label={`${formatClock(total)} recorded`}>
        {clockFace(total)}
      </time>
      {gap > 0 ? (
        <span className={styles.away} aria-live="polite">
          You were away {formatHours(gap)}. Count this time?
          <Button size="sm" onClick={() => recording.send({ type: 'away/count', now: tick() })}>
            Count it
          </Button>
          <Button size="sm" onClick={() => recording.send({ type: 'away/leave', now: tick() })}>
            Leave it out
          </Button>
        </span>
      ) : (
        <span className={styles.words} aria-live="polite" data-notice={notice ?? undefined}>
          {timeBoxText(total, session.timeBoxMinutes)}
        </span>
      )}
      <span className={styles.actions}>
        {(state === 'idle' || state === 'paused') && (
          <Button size="sm" icon={state === 'idle' ? <Circle aria-hidden /> : <Play aria-hidden />} onClick={start}>
            {state === 'idle' ? 'Record' : 'Continue'}
          </Button>
        )}
        {(state === 'running' || state === 'away') && (
          <Button
            size="sm"
            icon={<Pause aria-hidden />}
            onClick={() => recording.send({ type: 'recording/pause', now: tick() })}
          >
            Pause
          </Button>
        )}
        {state !== 'idle' && (
          <Button
            size="sm"
            icon={<Square aria-hidden />}
            onClick={() => recording.send({ type: 'recording/finish', now: tick() })}
          >
            Stop
          </Button>
        )}
      </span>
    </section>
  )
}

const LABELS = { idle: 'Not recording', running: 'Recording', paused: 'Paused', away: 'Recording' } as const

const timeBoxText = (total: number, timeBoxMinutes: number | null): string => {
  if (timeBoxMinutes === null) return ''
  const left = timeBoxMinutes - Math.floor(total / 60_000)
  const planned = `${formatHours(timeBoxMinutes * 60_000)} planned`
  if (left > 0) return `${left} min left of ${planned}`
  return left === 0 ? `${planned}: the time is up` : `${-left} min over ${planned}`
}
