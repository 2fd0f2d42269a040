/** The report of a test run. */
import { useLocation } from 'wouter'
import { useProject } from '../../boot/context.tsx'
import { matchPage } from '../../boot/pages.ts'
import { paths } from '../../shared/routes.ts'
import { ReportActions } from '../../shared/runs/report/report-actions.tsx'
import { ReportPage } from '../../shared/runs/report/report-page.tsx'
import { ReportView } from '../../shared/runs/report/report-view.tsx'
import { useReport } from '../../shared/runs/report/use-report.ts'
import { useTestRuns } from '../use-test-runs.ts'

export function RunReportPage() {
  const [location] = useLocation()
  const runId = matchPage(location)?.params['runId']
  return runId === undefined ? null : <RunReport key={runId} runId={Number(runId)} />
}

function RunReport({ runId }: { runId: number }) {
  const { key } = useProject()
  const runs = useTestRuns()
  const load = async () => {
    const [run, report] = await Promise.all([runs.get(key, runId), runs.report(key, runId)])
    return { run, report }
  }
  const { value, failure, retry } = useReport(load, { runId })
  const title = value?.run.title ?? null
  return (
    <ReportPage
      title={title}
      names={{ [paths.testRun]: title ?? '' }}
      failure={failure}
      onRetry={retry}
      actions={
        <ReportActions
          title={title ?? ''}
          shared={{ resourceType: 'test-run', resourceId: String(runId) }}
          runIds={[runId]}
          mail={(body) => runs.mailReport(key, runId, body)}
        />
      }
    >
      {value !== null && <ReportView projectKey={key} report={value.report} />}
    </ReportPage>
  )
}
