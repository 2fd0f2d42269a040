/** The tests whose result changes most often. */
import { merge } from 'rxjs'
import { listFlakyTests } from '../../../contract/launches/flaky-tests.ts'
import { topics } from '../../../contract/live.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { displayedKind, formatStability } from '../../shared/launch-labels.ts'
import { inProjectHref, paths, testHref } from '../../shared/routes.ts'
import { Link } from '../../ui/controls/link.tsx'
import { ResultMarks } from '../../ui/results/result-marks.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import styles from './overview.module.css'

const SHOWN = 5

export function FlakyTests() {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { key } = useProject()
  return (
    <OverviewPanel
      title="Flaky tests"
      all={{ href: inProjectHref(paths.flakyTests, key), label: 'All flaky tests' }}
      note={({ _meta: { total }, days }) => (total === 0 ? null : `${total} in the last ${days} days`)}
      load={() => send(listFlakyTests, { params: { projectKey: key }, query: { pageSize: SHOWN } })}
      follow={(again) =>
        merge(
          live.follow(topics.testRuns(tenant), again),
          live.follow(topics.statistics(tenant), () => undefined),
        )
      }
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.none}>No test changed its result or passed on a retry lately.</p>
        ) : (
          <ul className={styles.rows}>
            {items.map(({ key: testKey, testId, launchId, name, recent, rate }) => (
              <li key={testKey}>
                <Link isAlone className={styles.name} href={testHref(key, launchId, testId)}>
                  {name}
                </Link>
                <ResultMarks kinds={recent.map(displayedKind)} />
                <span className={styles.share} data-tip="Changes of the result and passes on a retry, by runs">
                  {formatStability(rate)}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </OverviewPanel>
  )
}
