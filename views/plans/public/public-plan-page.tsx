/** Report of a test plan for holders of its public link. */
import { getPublicTestPlan } from '../../../contract/public/public-access.ts'
import { PublicPage } from '../../shared/public/public-page.tsx'
import { PublicReport } from '../../shared/runs/report/public-report.tsx'
import { runNamesOf } from '../report/run-names.ts'
import { ConfigurationShares } from '../report/configuration-shares.tsx'

export function PublicPlanPage() {
  return (
    <PublicPage resourceType="test-plan" noun="report">
      {(send) => (
        <PublicReport load={() => send(getPublicTestPlan)} runNames={({ report }) => runNamesOf(report.configurations)}>
          {({ report }) => <ConfigurationShares configurations={report.configurations} />}
        </PublicReport>
      )}
    </PublicPage>
  )
}
