/** Latest launches; those in progress update as results arrive. */
import type { ReactNode } from 'react'
import { merge } from 'rxjs'
import { topics } from '../../../contract/live.ts'
import { isUnderWay, testsIn, listLaunches, type Launch } from '../../../contract/launches/launches.ts'
import { useApplication, useMay, useProject, useSession } from '../../application/context.tsx'
import { countsOf, statusLook } from '../../shared/launch-labels.ts'
import { gettingStartedHref, launchesHref, launchHref } from '../../shared/routes.ts'
import { inFigures } from '../../ui/text/figures.ts'
import { Link, PlainLink } from '../../ui/controls/link.tsx'
import { LiveMark } from '../../ui/marks/live-mark.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ResultBar } from '../../ui/results/result-bar.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import styles from './overview.module.css'

const MAX = 6

export function LatestLaunches() {
  const { live, sendRead } = useApplication()
  const { tenant } = useSession().workspace
  const { key } = useProject()
  const may = useMay()
  return (
    <OverviewPanel
      title="Launches"
      all={{ href: launchesHref(key), label: 'All launches' }}
      note={underWayNote}
      load={async () => (await sendRead(listLaunches, { params: { projectKey: key }, query: { pageSize: MAX } })).items}
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
            No launches yet.{' '}
            {may.inProject('launches:write') && <Link href={gettingStartedHref(key)}>Connect a test framework</Link>}
          </p>
        ) : (
          <ul className={styles.rows}>
            {items.map((launch) => (
              <LaunchRow key={launch.id} launch={launch} href={launchHref(key, launch.id)} />
            ))}
          </ul>
        )
      }
    </OverviewPanel>
  )
}

const underWayNote = (items: readonly Launch[]): ReactNode => {
  const underWay = items.filter(({ status }) => isUnderWay(status)).length
  if (underWay === 0) return null
  return (
    <>
      <LiveMark state="live" /> {underWay} in progress
    </>
  )
}

function LaunchRow({ launch, href }: { launch: Launch; href: string }) {
  const { name, number, status, statistics, environment, startedAt } = launch
  const { kind, words } = statusLook[status]
  const total = testsIn(statistics)
  return (
    <li>
      <ResultIcon kind={kind} />
      <VisuallyHidden>{words}</VisuallyHidden>
      <span className={styles.name}>
        <PlainLink href={href}>{name}</PlainLink> <small>#{number}</small>
      </span>
      {environment !== null && <code className={styles.wide}>{environment}</code>}
      <span className={styles.bar}>
        <ResultBar counts={countsOf(statistics)} />
      </span>
      <span className={styles.count}>
        <b>{inFigures(total - statistics.inProgress)}</b> / {inFigures(total)}
      </span>
      <span className={styles.at}>
        <RelativeTime at={startedAt} />
      </span>
    </li>
  )
}
