/** Report of a test run for holders of its public link. */
import { getPublicTestRun } from '../../../contract/public/public-access.ts'
import { PublicPage } from '../../shared/public/public-page.tsx'
import { PublicReport } from '../../shared/runs/report/public-report.tsx'

export function PublicRunPage() {
  return (
    <PublicPage resourceType="test-run" noun="report">
      {(send) => <PublicReport load={() => send(getPublicTestRun)} />}
    </PublicPage>
  )
}
