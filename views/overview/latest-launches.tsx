/** What automated tests have come to lately. */
import { merge } from 'rxjs'
import { topics } from '../../contract/live.ts'
import { useApplication, useProject, useSession } from '../app/context.tsx'
import { countsOf, statusLook } from '../app/launch-words.ts'
import { gettingStartedHref, launchesHref, launchHref } from '../app/routes.ts'
import { Link } from '../ui/link.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ResultBar } from '../ui/result-bar.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import styles from './overview.module.css'

const MOST = 5

export function LatestLaunches() {
  const { launches, live } = useApplication()
  const { tenant } = useSession().workspace
  const { key } = useProject()
  return (
    <OverviewPanel
      title="Launches"
      href={launchesHref(key)}
      load={async () => (await launches.list(key, { pageSize: MOST })).items}
      follow={(again) =>
        merge(
          live.follow(topics.testRuns(tenant), again),
          live.follow(topics.statistics(tenant), () => undefined),
        )
      }
    >
      {(items) =>
        items.length === 0 ? (
          <p className={styles.none}>
            No launches yet. <Link href={gettingStartedHref(key)}>Connect a test framework</Link>
          </p>
        ) : (
          <ul className={styles.rows}>
            {items.map(({ id, name, status, statistics, startedAt }) => {
              const { kind, words, isWaiting } = statusLook[status]
              return (
                <li key={id}>
                  <span className={styles.state}>
                    <StatusTag kind={kind} isWaiting={isWaiting}>
                      {words}
                    </StatusTag>
                  </span>
                  <Link className={styles.name} href={launchHref(key, id)}>
                    {name}
                  </Link>
                  <span className={styles.bar}>
                    <ResultBar counts={countsOf(statistics)} />
                  </span>
                  <RelativeTime at={startedAt} />
                </li>
              )
            })}
          </ul>
        )
      }
    </OverviewPanel>
  )
}
