/** The home of a project (TNAV-02, TNAV-03): what happened last, what goes on and what is next, each where the person may see it. */
import { useCanOpen, useProject } from '../app/context.tsx'
import { Page } from '../app/page.tsx'
import { inProjectHref, launchesHref, paths } from '../app/routes.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LatestLaunches } from './latest-launches.tsx'
import { NextMilestones } from './next-milestones.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { RepositorySize } from './repository-size.tsx'
import styles from './overview.module.css'

export function OverviewPage() {
  const { key, name } = useProject()
  const canOpen = useCanOpen()
  const parts = [
    { href: launchesHref(key), Part: LatestLaunches },
    { href: inProjectHref(paths.exploratorySessions, key), Part: OpenSessions },
    { href: inProjectHref(paths.testCases, key), Part: RepositorySize },
    { href: inProjectHref(paths.milestones, key), Part: NextMilestones },
  ].filter(({ href }) => canOpen(href))
  return (
    <Page title={name} documentTitle={`Overview · ${name}`} hasRule isPadded>
      {parts.length === 0 ? (
        <EmptyState title="Nothing to show here">
          Launches, test cases and exploratory sessions are off in this workspace, or you have no access to them.
        </EmptyState>
      ) : (
        <div className={styles.panels}>
          {parts.map(({ href, Part }) => (
            <Part key={href} />
          ))}
        </div>
      )}
    </Page>
  )
}
