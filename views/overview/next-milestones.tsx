/** What the project works towards, the one that is due first on top. */
import { listMilestones } from '../../contract/settings/milestones.ts'
import { useApplication, useProject } from '../app/context.tsx'
import { dayWords, isOverdue } from '../app/days.ts'
import { countsOf } from '../app/launch-words.ts'
import { inProjectHref, paths } from '../app/routes.ts'
import { useSettingsChanges } from '../app/settings-changes.tsx'
import { useNow } from '../ui/now.ts'
import { ResultBar } from '../ui/result-bar.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import styles from './overview.module.css'

const MOST = 5

export function NextMilestones() {
  const { send } = useApplication()
  const { key } = useProject()
  const changes$ = useSettingsChanges(['milestones'])
  const now = useNow()
  const href = inProjectHref(paths.milestones, key)
  return (
    <OverviewPanel
      title="Milestones"
      href={href}
      load={async () =>
        (await send(listMilestones, { params: { projectKey: key }, query: { pageSize: MOST, completed: false } })).items
      }
      follow={() => changes$}
    >
      {(items) =>
        items.length === 0 ? (
          <p className={styles.none}>No upcoming milestones.</p>
        ) : (
          <ul className={styles.rows}>
            {items.map((milestone) => (
              <li key={milestone.id}>
                <span className={styles.name}>{milestone.name}</span>
                <span className={styles.bar}>
                  <ResultBar counts={countsOf(milestone.statistics)} />
                </span>
                <span className={styles.due} data-overdue={isOverdue(milestone, now) || undefined}>
                  {milestone.dueDate === null
                    ? 'No date'
                    : `${isOverdue(milestone, now) ? 'Overdue, ' : ''}${dayWords(milestone.dueDate)}`}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </OverviewPanel>
  )
}
