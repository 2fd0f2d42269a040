/** Sessions that were created on this device and not sent yet, which the server's list lacks. */
import { CloudUpload } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { filter, map, pairwise } from 'rxjs'
import { unsentExploratory$ } from '../../../store/outbox/exploratory/sessions.ts'
import { useProject, useStream } from '../../application/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { useLog } from '../../application/log/log.ts'
import { Link } from '../../ui/controls/link.tsx'
import { sessionHref } from '../address.ts'
import { useSending } from '../use-local.ts'
import styles from './sessions.module.css'

interface WaitingSession {
  id: string
  title: string
  isRefused: boolean
}
const NONE: readonly WaitingSession[] = []

/** `onSent` is called when one of them was sent. */
export function WaitingSessions({ onSent }: { onSent: () => void }) {
  const log = useLog()
  const { key } = useProject()
  useSending()
  const waiting$ = useMemo(
    () =>
      unsentExploratory$(log).pipe(
        map((unsent) =>
          unsent.flatMap(({ command, projectKey, refusal }) =>
            command.type === 'session/create' && projectKey === key
              ? [{ id: command.sessionId, title: command.values.title, isRefused: refusal !== null }]
              : [],
          ),
        ),
      ),
    [log, key],
  )
  const latest = useLatest(onSent)
  useEffect(() => {
    const sent = waiting$
      .pipe(
        pairwise(),
        filter(([before, now]) => now.length < before.length),
      )
      .subscribe(() => latest()())
    return () => sent.unsubscribe()
  }, [waiting$, latest])
  const waiting = useStream<readonly WaitingSession[]>(waiting$, NONE)
  if (waiting.length === 0) return null
  return (
    <ul className={styles.waiting} aria-label="Unsent sessions">
      {waiting.map(({ id, title, isRefused }) => (
        <li key={id}>
          <CloudUpload aria-hidden />
          <Link isAlone href={sessionHref(key, id)}>
            {title}
          </Link>
          <span>{isRefused ? 'Not accepted. Open it to decide.' : 'Waits to be sent'}</span>
        </li>
      ))}
    </ul>
  )
}
