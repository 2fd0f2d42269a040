/** Tests that alternate between passing and failing in the newest launches. */
import { merge } from 'rxjs'
import { listFlakyTests, STABILITY_RUNS } from '../../../contract/launches/test-stability.ts'
import { topics } from '../../../contract/live.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { displayedKind, formatStability } from '../../shared/launch-labels.ts'
import { testHref } from '../../shared/routes.ts'
import { Link } from '../../ui/controls/link.tsx'
import { ResultMarks } from '../../ui/results/result-marks.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import styles from './overview.module.css'

export function FlakyTests() {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { key } = useProject()
  return (
    <OverviewPanel
      title="Flaky tests"
      note={({ total }) => (total === 0 ? null : `${total}, passed and failed by turns`)}
      load={() => send(listFlakyTests, { params: { projectKey: key } })}
      follow={(again) =>
        merge(
          live.follow(topics.testRuns(tenant), again),
          live.follow(topics.statistics(tenant), () => undefined),
        )
      }
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.none}>No test passed and failed by turns lately.</p>
        ) : (
          <ul className={styles.rows}>
            {items.map(({ testId, launchId, name, recent, stability }) => (
              <li key={testId}>
                <Link isAlone className={styles.name} href={testHref(key, launchId, testId)}>
                  {name}
                </Link>
                <ResultMarks kinds={recent.map(displayedKind)} />
                <span
                  className={styles.share}
                  data-tip={`Passed at the first attempt in this share of its last ${STABILITY_RUNS} launches`}
                >
                  {formatStability(stability ?? 0)}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </OverviewPanel>
  )
}
