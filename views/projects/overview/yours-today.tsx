/** The reader's own work: sessions assigned to them, and their launches without a review. */
import { merge } from 'rxjs'
import { listExploratorySessions } from '../../../contract/exploratory/sessions.ts'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { topics } from '../../../contract/live.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import { yoursOf, type YoursFacts } from './yours.ts'
import styles from './overview.module.css'

const NOTHING = { items: [], total: 0 }

type Facts = Pick<YoursFacts, 'sessions' | 'reviews'>

export function YoursToday({ hasSessions, mayReview }: { hasSessions: boolean; mayReview: boolean }) {
  const { live, send, sendRead } = useApplication()
  const { user, workspace } = useSession()
  const { id: projectId, key } = useProject()
  const loadSessions = async (): Promise<YoursFacts['sessions']> => {
    const query = { assigneeId: [user.id], pageSize: 1 }
    const { items, _meta } = await send(listExploratorySessions, { params: { projectKey: key }, query })
    return { items, total: _meta.total }
  }
  const loadReviews = async (): Promise<YoursFacts['reviews']> => {
    const query = { status: ['FAILED' as const], reviewed: 'false' as const, user: [user.username], pageSize: 1 }
    const { items, _meta } = await sendRead(listLaunches, { params: { projectKey: key }, query })
    return { items, total: _meta.total }
  }
  const load = async (): Promise<Facts> => {
    const [sessions, reviews] = await Promise.all([
      hasSessions ? loadSessions() : NOTHING,
      mayReview ? loadReviews() : NOTHING,
    ])
    return { sessions, reviews }
  }
  return (
    <OverviewPanel
      title="Yours today"
      load={load}
      follow={(again) =>
        merge(
          ...(hasSessions ? [live.followNews(topics.exploratory(workspace.tenant, projectId), again)] : []),
          ...(mayReview ? [live.follow(topics.testRuns(workspace.tenant), again)] : []),
        )
      }
    >
      {(facts) => {
        const items = yoursOf({ ...facts, projectKey: key, username: user.username })
        return items.length === 0 ? (
          <p className={styles.none}>Nothing is assigned to you.</p>
        ) : (
          <ul className={styles.rows}>
            {items.map(({ id, title, detail, href, action }) => (
              <li key={id} className={styles.attention}>
                <div>
                  <b>{title}</b>
                  <small>{detail}</small>
                </div>
                <ButtonLink size="sm" href={href} aria-label={`${action}: ${title}`}>
                  {action}
                </ButtonLink>
              </li>
            ))}
          </ul>
        )
      }}
    </OverviewPanel>
  )
}
