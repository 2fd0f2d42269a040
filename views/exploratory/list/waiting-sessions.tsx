/** Sessions that were begun on this device and that the server has not heard of: they are in no list of its. */
import { CloudUpload } from 'lucide-react'
import { useMemo } from 'react'
import { map } from 'rxjs'
import { unsent$ } from '../../../store/outbox-shown.ts'
import { useProject, useStream } from '../../app/context.tsx'
import { useLog } from '../../app/log.ts'
import { Link } from '../../ui/link.tsx'
import { sessionHref } from '../address.ts'
import { useSending } from '../use-local.ts'
import styles from './sessions.module.css'

const NONE: readonly { id: string; title: string }[] = []

export function WaitingSessions() {
  const log = useLog()
  const { key } = useProject()
  useSending()
  const waiting$ = useMemo(
    () =>
      unsent$(log).pipe(
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
  const waiting = useStream<readonly { id: string; title: string }[]>(waiting$, NONE)
  if (waiting.length === 0) return null
  return (
    <ul className={styles.waiting} aria-label="Sessions that wait to be sent">
      {waiting.map(({ id, title }) => (
        <li key={id}>
          <CloudUpload aria-hidden />
          <Link href={sessionHref(key, id)}>{title}</Link>
          <span>Waits to be sent</span>
        </li>
      ))}
    </ul>
  )
}
