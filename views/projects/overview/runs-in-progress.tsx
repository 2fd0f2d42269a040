/** Test runs and plans in progress, newest first. */
import { listTestPlans } from '../../../contract/plans/plans.ts'
import { topics } from '../../../contract/live.ts'
import { listTestRuns } from '../../../contract/runs/runs.ts'
import { useApplication, useCanOpen, useProject, useSession } from '../../application/context.tsx'
import { inProjectHref, paths, testPlanHref, testRunHref } from '../../shared/routes.ts'
import { progressOf } from '../../shared/runs/progress.ts'
import { StatusBar } from '../../shared/runs/status-bar.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import styles from './overview.module.css'

const MAX = 5

export function RunsInProgress() {
  const { send, live } = useApplication()
  const { tenant } = useSession().workspace
  const { id: projectId, key } = useProject()
  const canOpen = useCanOpen()
  const hasPlans = canOpen(inProjectHref(paths.testPlans, key))
  return (
    <OverviewPanel
      title="Test runs and plans"
      all={{ href: inProjectHref(paths.testRuns, key), label: 'All test runs' }}
      load={async () => {
        const asked = { params: { projectKey: key }, query: { closed: 'false', pageSize: MAX } } as const
        const [runs, plans] = await Promise.all([
          send(listTestRuns, asked),
          hasPlans ? send(listTestPlans, asked).then(({ items }) => items) : [],
        ])
        const ofPlans = plans.map(({ id, title, executionSummaries, createdAt }) => ({
          id: `plan ${id}`,
          href: testPlanHref(key, id),
          title,
          statistics: executionSummaries,
          kind: 'Test plan',
          createdAt,
        }))
        const alone = runs.items
          .filter(({ testPlan }) => testPlan === null)
          .map(({ id, title, caseStatusStatistics, createdAt }) => ({
            id: `run ${id}`,
            href: testRunHref(key, id),
            title,
            statistics: caseStatusStatistics,
            kind: 'Test run',
            createdAt,
          }))
        return [...ofPlans, ...alone].sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, MAX)
      }}
      follow={(again) => live.followNews(topics.runs(tenant, projectId), again)}
    >
      {(items) =>
        items.length === 0 ? (
          <p className={styles.none}>No open test runs.</p>
        ) : (
          <ul className={styles.rows}>
            {items.map(({ id, href, title, statistics, kind }) => {
              const { percent, done, of } = progressOf(statistics)
              return (
                <li key={id}>
                  <Link isAlone className={styles.name} href={href}>
                    {title}
                  </Link>
                  <span className={styles.wide}>{kind}</span>
                  <span className={styles.progress}>
                    <StatusBar statistics={statistics} />
                  </span>
                  <span className={styles.at}>{`${percent}% · ${done} of ${of}`}</span>
                </li>
              )
            })}
          </ul>
        )
      }
    </OverviewPanel>
  )
}
