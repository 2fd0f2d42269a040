/** Open exploratory sessions. */
import { topics } from '../../../contract/live.ts'
import { listExploratorySessions } from '../../../contract/exploratory/sessions.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { Link } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import styles from './overview.module.css'

const MAX = 5

export function OpenSessions() {
  const { sendKept, live } = useApplication()
  const { tenant } = useSession().workspace
  const { id: projectId, key } = useProject()
  const href = inProjectHref(paths.exploratorySessions, key)
  return (
    <OverviewPanel
      title="Exploratory sessions"
      all={{ href, label: 'All sessions' }}
      load={async () =>
        (await sendKept(listExploratorySessions, { params: { projectKey: key }, query: { pageSize: MAX } })).items
      }
      follow={(again) => live.followNews(topics.exploratory(tenant, projectId), again)}
    >
      {(items) =>
        items.length === 0 ? (
          <p className={styles.none}>No open sessions.</p>
        ) : (
          <ul className={styles.rows}>
            {items.map(({ id, title, assignee, observations, createdAt }) => (
              <li key={id}>
                <Link isAlone className={styles.name} href={`${href}/${id}`}>
                  {title}
                </Link>
                <span className={styles.wide}>{assignee?.name}</span>
                <span>{formatCount(observations, 'observation')}</span>
                <span className={styles.at}>
                  <RelativeTime at={createdAt} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </OverviewPanel>
  )
}
