/** Report of a test plan: over all runs, and by configuration. */
import { getTestPlan } from '../../../contract/plans/plans.ts'
import { getTestPlanReport } from '../../../contract/plans/report.ts'
import { mailTestPlanReport } from '../../../contract/runs/report-mail.ts'
import { useApplication, usePageParams, useProject } from '../../application/context.tsx'
import { paths, testRunHref } from '../../shared/routes.ts'
import { ReportActions } from '../../shared/runs/report/report-actions.tsx'
import { ReportPage } from '../../shared/runs/report/report-page.tsx'
import { ReportView } from '../../shared/runs/report/report-view.tsx'
import { useReport } from '../../shared/runs/report/use-report.ts'
import { ConfigurationShares } from './configuration-shares.tsx'
import { runNamesOf } from './run-names.ts'

export function PlanReportPage() {
  const planId = usePageParams()['testPlanId']
  return planId === undefined ? null : <PlanReport key={planId} planId={Number(planId)} />
}

function PlanReport({ planId }: { planId: number }) {
  const { key } = useProject()
  const { send } = useApplication()
  const load = async () => {
    const [plan, report] = await Promise.all([
      send(getTestPlan, {
        params: { projectKey: key, testPlanId: planId },
        query: { includeCases: 'false' },
      }).then(({ data }) => data),
      send(getTestPlanReport, { params: { projectKey: key, testPlanId: planId } }).then(({ data }) => data),
    ])
    return { plan, report }
  }
  const { value, failure, retry } = useReport(load, { planId })
  const title = value?.plan.title ?? null
  return (
    <ReportPage
      title={title}
      names={{ [paths.testPlan]: title ?? '' }}
      failure={failure}
      onRetry={retry}
      actions={
        <ReportActions
          title={title ?? ''}
          shared={{ resourceType: 'test-plan', resourceId: String(planId) }}
          runIds={value?.report.configurations.map(({ runId }) => runId) ?? []}
          mail={(body) => send(mailTestPlanReport, { params: { projectKey: key, testPlanId: planId }, body })}
        />
      }
    >
      {value !== null && (
        <ReportView projectKey={key} report={value.report} runNames={runNamesOf(value.report.configurations)}>
          <ConfigurationShares
            configurations={value.report.configurations}
            hrefOf={(runId) => testRunHref(key, runId)}
          />
        </ReportView>
      )}
    </ReportPage>
  )
}
