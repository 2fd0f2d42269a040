/** The report of a test run. */
import { mailTestRunReport } from '../../../contract/runs/report-mail.ts'
import { getTestRunReport } from '../../../contract/runs/report.ts'
import { getTestRun } from '../../../contract/runs/runs.ts'
import { useApplication, usePageParams, useProject } from '../../application/context.tsx'
import { paths } from '../../shared/routes.ts'
import { ReportActions } from '../../shared/runs/report/report-actions.tsx'
import { ReportPage } from '../../shared/runs/report/report-page.tsx'
import { ReportView } from '../../shared/runs/report/report-view.tsx'
import { useReport } from '../../shared/runs/report/use-report.ts'

export function RunReportPage() {
  const runId = usePageParams()['runId']
  return runId === undefined ? null : <RunReport key={runId} runId={Number(runId)} />
}

function RunReport({ runId }: { runId: number }) {
  const { key } = useProject()
  const { send } = useApplication()
  const load = async () => {
    const [run, report] = await Promise.all([
      send(getTestRun, { params: { projectKey: key, runId } }).then(({ data }) => data),
      send(getTestRunReport, { params: { projectKey: key, runId } }).then(({ data }) => data),
    ])
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
          mail={(body) => send(mailTestRunReport, { params: { projectKey: key, runId }, body })}
        />
      }
    >
      {value !== null && <ReportView projectKey={key} report={value.report} />}
    </ReportPage>
  )
}
