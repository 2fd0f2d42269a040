/** Number of test cases. */
import { topics } from '../../../contract/live.ts'
import { countTestCases } from '../../../contract/cases/suites.ts'
import { useApplication, useMay, useProject, useSession } from '../../application/context.tsx'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { Link } from '../../ui/controls/link.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import styles from './overview.module.css'

export function RepositorySize() {
  const { send, live } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  const may = useMay()
  const href = inProjectHref(paths.testCases, key)
  return (
    <OverviewPanel
      title="Test cases"
      all={{ href, label: 'Open' }}
      load={() => send(countTestCases, { params: { projectKey: key } })}
      follow={(again) => live.followNews(topics.testCases(tenant, id), again)}
    >
      {({ total, suites }) =>
        total === 0 ? (
          <p className={styles.none}>
            No test cases yet. {may.inProject('cases:write') && <Link href={href}>Write or import some</Link>}
          </p>
        ) : (
          <p className={styles.figure}>
            <b>{formatCount(total, 'test case')}</b> in {formatCount(suites.length, 'suite')}
          </p>
        )
      }
    </OverviewPanel>
  )
}
