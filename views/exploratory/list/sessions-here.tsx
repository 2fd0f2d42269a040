/** Sessions on this device, shown when the list cannot load. */
import { NotebookPen } from 'lucide-react'
import { sessionsHere } from '../../../store/outbox/exploratory/sessions-here.ts'
import { useProject, useResource } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import { waitingText } from '../../shared/waiting-text.ts'
import { Link } from '../../ui/controls/link.tsx'
import { sessionHref } from '../address.ts'
import { observationCount } from '../session-text.ts'
import styles from './sessions.module.css'

export function SessionsHere() {
  const log = useLog()
  const { key } = useProject()
  const { value: here } = useResource(() => sessionsHere(log, key))
  if (here === null || here.length === 0) return null
  return (
    <section className={styles.here} aria-labelledby="sessions-here">
      <h2 id="sessions-here">On this device</h2>
      <ul className={styles.waiting}>
        {here.map(({ id, title, observations, unsent }) => (
          <li key={id}>
            <NotebookPen aria-hidden />
            <Link isAlone href={sessionHref(key, id)}>
              {title}
            </Link>
            <span>
              {observationCount(observations)}
              {unsent > 0 && `, ${waitingText(unsent, 0)} not sent`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
