/** Report of a test plan for holders of its public link. */
import { PublicPage } from '../../shared/public/public-page.tsx'
import { PublicReport } from '../../shared/runs/report/public-report.tsx'
import { runNamesOf } from '../report/run-names.ts'
import { ConfigurationShares } from '../report/configuration-shares.tsx'

export function PublicPlanPage() {
  return (
    <PublicPage resourceType="test-plan" noun="report">
      {(service) => (
        <PublicReport load={service.testPlan} runNames={({ report }) => runNamesOf(report.configurations)}>
          {({ report }) => <ConfigurationShares configurations={report.configurations} />}
        </PublicReport>
      )}
    </PublicPage>
  )
}
