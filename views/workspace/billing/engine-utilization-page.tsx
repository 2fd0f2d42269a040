/** How long engines ran for launchers, and how long launches waited for one (WNAV-11). */
import { Download } from 'lucide-react'
import { REPORT_DAYS } from '../../../contract/reports/filters.ts'
import {
  ENGINE_BREAKDOWNS,
  MAX_ENGINE_ROWS,
  getEngineUtilization,
  type EngineBreakdown,
  type EngineRow,
  type EngineUtilization,
} from '../../../contract/workspace/engine-utilization.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication } from '../../application/context.tsx'
import { formatEngineTime } from '../../shared/engine-time.ts'
import { inOrder, ReportTable, type ReportColumn } from '../../shared/reports/report-table.tsx'
import { useReport } from '../../shared/reports/use-report.ts'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { saveFile } from '../../ui/files/save-file.ts'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from '../../shared/reports/report.module.css'
import { engineHref, readEngineQuestion, type EngineQuestion } from './engine-address.ts'
import { EngineCharts } from './engine-charts.tsx'
import { engineCsv, launcherLabel } from './engine-labels.ts'

const LABELS: Record<EngineBreakdown, string> = { project: 'Project', launcher: 'Launcher' }

export function EngineUtilizationPage() {
  const { send } = useApplication()
  const report = useReport<EngineQuestion, EngineUtilization>({
    load: ({ sort: _, order: __, ...query }, signal) => send(getEngineUtilization, { query, signal }),
    read: readEngineQuestion,
    hrefOf: engineHref,
  })
  const { question, answer, failure, hasFailed, isLoading, ask, retry } = report
  const columns = columnsOf(question.by)
  const hasRun = answer !== null && answer.rows.length > 0
  const save = () =>
    saveFile(
      new Blob([engineCsv(question.by, inOrder(answer?.rows ?? [], columns, question))], {
        type: 'text/csv;charset=utf-8',
      }),
      `engine-time-by-${question.by}.csv`,
    )
  return (
    <WorkspacePage
      title="Engine utilization"
      isWide
      actions={
        hasRun && (
          <Button icon={<Download aria-hidden />} onClick={save}>
            Export CSV
          </Button>
        )
      }
    >
      <div aria-busy={isLoading || undefined}>
        <div className={styles.bar}>
          <SegmentedControl
            label="Range"
            value={question.days}
            segments={REPORT_DAYS.map((days) => ({ value: days, label: `${days} d`, tip: `${days} days` }))}
            onValueChange={(days) => ask({ days })}
          />
          {answer !== null && <Now {...answer.now} />}
        </div>
        {hasFailed ? (
          <ProblemState title="Engine time did not load" isRetrying={isLoading} onRetry={retry}>
            {messageOf(failure)}
          </ProblemState>
        ) : answer === null ? (
          <div className={styles.lines}>
            <Skeleton width={320} />
            <Skeleton height={160} />
          </div>
        ) : !hasRun ? (
          <EmptyState title="No engine ran in this range">
            Launches that are started by launchers are counted here once an engine runs them.
          </EmptyState>
        ) : (
          <>
            <Figures {...answer} />
            <EngineCharts points={answer.points} days={question.days} />
            <div className={styles.bar}>
              <h2>By {LABELS[question.by].toLowerCase()}</h2>
              <SegmentedControl
                label="Broken down by"
                size="sm"
                value={question.by}
                segments={ENGINE_BREAKDOWNS.map((value) => ({ value, label: LABELS[value] }))}
                onValueChange={(by) => ask({ by, sort: undefined })}
              />
              {answer.isCut && <span>{`The first ${MAX_ENGINE_ROWS} are listed.`}</span>}
            </div>
            <ReportTable
              label={`Engine time by ${question.by}`}
              rows={answer.rows}
              columns={columns}
              keyOf={({ project, launcher }) => `${project.key} ${launcher?.id ?? ''}`}
              isBusy={isLoading}
              sort={question.sort}
              order={question.order}
              onOrder={ask}
            />
          </>
        )}
      </div>
    </WorkspacePage>
  )
}

function Now({ queued, running, oldestQueuedAt }: EngineUtilization['now']) {
  return (
    <span>
      {`${inFigures(running)} running, ${inFigures(queued)} waiting now`}
      {oldestQueuedAt !== null && (
        <>
          {', the oldest since '}
          <RelativeTime at={oldestQueuedAt} />
        </>
      )}
    </span>
  )
}

const Figures = ({ total, points }: EngineUtilization) => (
  <dl className={styles.figures}>
    {[
      ['Engine time', formatEngineTime(total.engineSeconds)],
      ['Launches', inFigures(total.launches)],
      ['Median wait', formatEngineTime(total.medianWaitSeconds), `at most ${formatEngineTime(total.maxWaitSeconds)}`],
      ['Longest queue', inFigures(Math.max(0, ...points.map(({ maxQueued }) => maxQueued))), 'waiting at once'],
    ].map(([label, value, note]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
        {note !== undefined && <dd data-note="">{note}</dd>}
      </div>
    ))}
  </dl>
)

const columnsOf = (by: EngineBreakdown): ReportColumn<EngineRow>[] => [
  ...(by === 'launcher'
    ? [
        {
          id: 'launcher',
          label: 'Launcher',
          value: launcherLabel,
          cell: (row: EngineRow) => <span className={styles.value}>{launcherLabel(row)}</span>,
        },
      ]
    : []),
  { id: 'project', label: 'Project', value: ({ project }) => project.name, cell: ({ project }) => project.name },
  {
    id: 'launches',
    label: 'Launches',
    isNumber: true,
    value: ({ launches }) => launches,
    cell: ({ launches }) => inFigures(launches),
  },
  {
    id: 'engine',
    label: 'Engine time',
    isNumber: true,
    value: ({ engineSeconds }) => engineSeconds,
    cell: ({ engineSeconds }) => formatEngineTime(engineSeconds),
  },
  {
    id: 'median',
    label: 'Median wait',
    isNumber: true,
    isWide: true,
    value: ({ medianWaitSeconds }) => medianWaitSeconds,
    cell: ({ medianWaitSeconds }) => formatEngineTime(medianWaitSeconds),
  },
  {
    id: 'most',
    label: 'Longest wait',
    isNumber: true,
    isWide: true,
    value: ({ maxWaitSeconds }) => maxWaitSeconds,
    cell: ({ maxWaitSeconds }) => formatEngineTime(maxWaitSeconds),
  },
]
