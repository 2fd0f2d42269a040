/** Open milestones, next due first. */
import { Flag } from 'lucide-react'
import { passRate, testsIn } from '../../../contract/launches/launches.ts'
import { listMilestones } from '../../../contract/settings/milestones.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { formatDay, isOverdue } from '../../shared/days.ts'
import { countsOf, formatPercent } from '../../shared/launch-labels.ts'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { MilestoneProgress, useMilestoneRuns } from '../../shared/runs/milestone-progress.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { useNow } from '../../ui/text/now.ts'
import { ResultBar } from '../../ui/results/result-bar.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import styles from './overview.module.css'

const MAX = 3

export function NextMilestones() {
  const { send } = useApplication()
  const { key } = useProject()
  const changes$ = useSettingsChanges(['milestones'])
  const now = useNow()
  const runs = useMilestoneRuns()
  return (
    <OverviewPanel
      title="Milestones"
      all={{ href: inProjectHref(paths.milestones, key), label: 'All' }}
      load={async () =>
        (await send(listMilestones, { params: { projectKey: key }, query: { pageSize: MAX, completed: false } })).items
      }
      follow={() => changes$}
    >
      {(items) =>
        items.length === 0 ? (
          <p className={styles.none}>No upcoming milestones.</p>
        ) : (
          <ul className={styles.rows}>
            {items.map((milestone) => (
              <li key={milestone.id} className={styles.milestone}>
                <span className={styles.name}>
                  <Flag aria-hidden /> {milestone.name}
                </span>
                <span className={styles.due} data-overdue={isOverdue(milestone, now) || undefined}>
                  {milestone.dueDate === null
                    ? 'No date'
                    : `${isOverdue(milestone, now) ? 'Overdue, ' : ''}${formatDay(milestone.dueDate)}`}
                </span>
                <ResultBar counts={countsOf(milestone.statistics)} />
                <small>
                  {testsIn(milestone.statistics) === 0
                    ? 'No launches yet'
                    : `${formatPercent(passRate(milestone.statistics))} passed, ${milestone.statistics.failed} failed`}
                </small>
                {runs.has(milestone.id) && (
                  <small>
                    <MilestoneProgress of={runs.get(milestone.id)} />
                  </small>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </OverviewPanel>
  )
}
