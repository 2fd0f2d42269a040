/** Sessions that were created on this device and not sent yet, which the server's list lacks. */
import { CloudUpload } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { filter, map, pairwise } from 'rxjs'
import { unsentExploratory$ } from '../../../store/outbox/exploratory/sessions.ts'
import { useProject, useStream } from '../../boot/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { useLog } from '../../boot/log/log.ts'
import { Link } from '../../ui/link.tsx'
import { sessionHref } from '../address.ts'
import { useSending } from '../use-local.ts'
import styles from './sessions.module.css'

const NONE: readonly { id: string; title: string }[] = []

/** `onSent` is called when one of them was sent. */
export function WaitingSessions({ onSent }: { onSent: () => void }) {
  const log = useLog()
  const { key } = useProject()
  useSending()
  const waiting$ = useMemo(
    () =>
      unsentExploratory$(log).pipe(
        map((unsent) =>
          unsent.flatMap(({ command, projectKey }) =>
            command.type === 'session/create' && projectKey === key
              ? [{ id: command.sessionId, title: command.values.title }]
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
  const waiting = useStream<readonly { id: string; title: string }[]>(waiting$, NONE)
  if (waiting.length === 0) return null
  return (
    <ul className={styles.waiting} aria-label="Unsent sessions">
      {waiting.map(({ id, title }) => (
        <li key={id}>
          <CloudUpload aria-hidden />
          <Link isAlone href={sessionHref(key, id)}>
            {title}
          </Link>
          <span>Waits to be sent</span>
        </li>
      ))}
    </ul>
  )
}
