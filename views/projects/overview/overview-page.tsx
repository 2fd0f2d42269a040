/** Home of a project (TNAV-02, TNAV-03): what needs attention, what is in progress and what is next, within the reader's permissions. */
import { Compass, Plus } from 'lucide-react'
import { useCanOpen, useMay, useProject } from '../../application/context.tsx'
import { formatDay, today } from '../../shared/days.ts'
import { Page } from '../../shared/page/page.tsx'
import { inProjectHref, launchesHref, paths } from '../../shared/routes.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { useNow } from '../../ui/text/now.ts'
import { FlakyTests } from './flaky-tests.tsx'
import { LatestLaunches } from './latest-launches.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { NextMilestones } from './next-milestones.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { RecentPassRate } from './recent-pass-rate.tsx'
import { RepositorySize } from './repository-size.tsx'
import { RunsInProgress } from './runs-in-progress.tsx'
import { YoursToday } from './yours-today.tsx'
import styles from './overview.module.css'

export function OverviewPage() {
  const { key, name } = useProject()
  const canOpen = useCanOpen()
  const may = useMay()
  const now = useNow()
  const testCases = inProjectHref(paths.testCases, key)
  const newSession = inProjectHref(paths.createExploratorySession, key)
  const hasLaunches = canOpen(launchesHref(key))
  const hasSessions = canOpen(inProjectHref(paths.exploratorySessions, key))
  const hasRuns = canOpen(inProjectHref(paths.testRuns, key))
  const mayReview = hasLaunches && !may.isReadOnly && may.inProject('launches:manage')
  const hasCases = canOpen(testCases)
  const hasMilestones = canOpen(inProjectHref(paths.milestones, key))
  const isEmpty = !hasLaunches && !hasSessions && !hasCases && !hasMilestones
  return (
    <Page
      title="Overview"
      documentTitle={`Overview · ${name}`}
      status={<span className={styles.today}>{formatDay(today(now))}</span>}
      actions={
        <>
          {hasCases && may.inProject('cases:write') && (
            <ButtonLink href={`${testCases}?create`} icon={<Plus aria-hidden />}>
              Test case
            </ButtonLink>
          )}
          {canOpen(newSession) && (
            <ButtonLink variant="primary" href={newSession} icon={<Compass aria-hidden />}>
              Explore
            </ButtonLink>
          )}
        </>
      }
      hasRule
    >
      {isEmpty ? (
        <EmptyState title="Nothing to show here">
          Launches, test cases and exploratory sessions are off in this workspace, or you have no access to them.
        </EmptyState>
      ) : (
        <div className={styles.columns}>
          <div>
            {(hasLaunches || hasMilestones) && (
              <NeedsAttention key={`${hasLaunches} ${hasMilestones}`} {...{ hasLaunches, hasMilestones, mayReview }} />
            )}
            {hasLaunches && <LatestLaunches />}
            {hasRuns && <RunsInProgress />}
            {hasSessions && <OpenSessions />}
          </div>
          <aside aria-label="Yours, and the project’s progress">
            {(hasSessions || mayReview) && (
              <YoursToday key={`${hasSessions} ${mayReview}`} {...{ hasSessions, mayReview }} />
            )}
            {hasMilestones && <NextMilestones />}
            {hasLaunches && <RecentPassRate />}
            {hasLaunches && <FlakyTests />}
            {hasCases && <RepositorySize />}
          </aside>
        </div>
      )}
    </Page>
  )
}
