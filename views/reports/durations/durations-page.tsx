/** Durations of tests over a range; with a launch in the address, why that launch was slow (NAV-13, NAV-15). */
import { useSearch } from 'wouter'
import {
  DURATION_VIEWS,
  type DurationAnalysis,
  type DurationView,
  getDurationAnalysis,
  type TestDuration,
} from '../../../contract/reports/durations.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { testHref } from '../../shared/routes.ts'
import { Duration } from '../../ui/text/duration.tsx'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { Link } from '../../ui/controls/link.tsx'
import { type DurationQuestion, durationsHref, readDurationQuestion } from '../address.ts'
import { ReportFrame, ReportPart } from '../report-frame.tsx'
import { inOrder, type ReportColumn, ReportTable } from '../../shared/reports/report-table.tsx'
import { useReport } from '../../shared/reports/use-report.ts'
import { useLaunchNews } from '../use-launch-news.ts'
import { durationsCsv, formatShare, viewRules, viewLabels } from './duration-text.ts'
import { Slowdown } from './slowdown.tsx'
import styles from '../../shared/reports/report.module.css'
import { useMemo, useState } from 'react'
import { MILLISECOND_STEPS } from '../../ui/charts/axis-steps.ts'
import { Later, later } from '../../ui/layout/later.tsx'
import { formatDuration } from '../../ui/text/time.ts'
import { axisLabels, dayLabels } from '../../shared/reports/axis-labels.ts'

export function DurationsPage() {
  const launchId = Number(new URLSearchParams(useSearch()).get('launch') ?? 0)
  return Number.isSafeInteger(launchId) && launchId > 0 ? (
    <Slowdown key={launchId} launchId={launchId} />
  ) : (
    <Durations />
  )
}

function Durations() {
  const { key } = useProject()
  const { send } = useApplication()
  const news = useLaunchNews()
  const report = useReport<DurationQuestion, DurationAnalysis>({
    load: ({ sort: _, order: __, ...query }, signal) =>
      send(getDurationAnalysis, { params: { projectKey: key }, query, signal }),
    read: readDurationQuestion,
    hrefOf: (question) => durationsHref(key, question),
    news,
  })
  const { question, isLoading, ask } = report
  const columns = columnsOf(key, question.view)
  return (
    <ReportFrame
      title="Duration analysis"
      report={report}
      isNothing={({ launches }) => launches === 0}
      file={({ items }) => ({
        name: `durations-${question.view}`,
        csv: durationsCsv(inOrder(items, columns, question)),
      })}
    >
      {(answer) => (
        <>
          <DurationsChart points={answer.points} />
          <ReportPart
            title={viewLabels[question.view]}
            label="Tests"
            value={question.view}
            segments={DURATION_VIEWS.map((value) => ({ value, label: viewLabels[value] }))}
            onChoose={(view) => ask({ view, sort: undefined })}
            note={coverageText(answer)}
          />
          <p className={styles.rule}>{viewRules[question.view]}</p>
          {answer.items.length === 0 ? (
            <p className={styles.rule}>No test matches this rule.</p>
          ) : (
            <ReportTable
              label={`${viewLabels[question.view]} tests`}
              rows={answer.items}
              columns={columns}
              keyOf={({ testId }) => testId}
              isBusy={isLoading}
              sort={question.sort}
              order={question.order}
              onOrder={ask}
            />
          )}
        </>
      )}
    </ReportFrame>
  )
}

const coverageText = ({ launches, launchesTotal, results, items, total }: DurationAnalysis): string => {
  const read =
    launches < launchesTotal
      ? `The newest ${inFigures(launches)} of ${formatCount(launchesTotal, 'launch', 'launches')}`
      : formatCount(launches, 'launch', 'launches')
  const listed = items.length < total ? ` The first ${items.length} of ${formatCount(total, 'test')} are listed.` : ''
  return `${read}, ${formatCount(results, 'result')}.${listed}`
}

/** A column of durations; null for none. */
const timeColumn = (id: string, label: string, value: (row: TestDuration) => number | null, isWide = false) => ({
  id,
  label,
  value,
  cell: (row: TestDuration) => <Duration ms={value(row)} />,
  isNumber: true,
  isWide,
})

const columnsOf = (projectKey: string, view: DurationView): ReportColumn<TestDuration>[] => {
  const median = timeColumn('median', 'Median', ({ medianMs }) => medianMs)
  const p95 = timeColumn('p95', '95th percentile', ({ p95Ms }) => p95Ms, view === 'slowing')
  const earlier = timeColumn('earlier', 'Older half', ({ earlierMs }) => earlierMs, true)
  const later = timeColumn('later', 'Newer half', ({ laterMs }) => laterMs, true)
  const added = ({ earlierMs, laterMs }: TestDuration) =>
    earlierMs === null || laterMs === null ? null : laterMs - earlierMs
  return [
    {
      id: 'name',
      label: 'Test',
      value: ({ name }) => name,
      cell: ({ launchId, testId, name, className }) => (
        <>
          <Link isAlone href={testHref(projectKey, launchId, testId, 'history')}>
            {name}
          </Link>
          {className !== null && <small>{className}</small>}
        </>
      ),
    },
    {
      id: 'runs',
      label: 'Passed runs',
      value: ({ runs }) => runs,
      cell: ({ runs }) => inFigures(runs),
      isNumber: true,
      isWide: true,
    },
    ...(view === 'slowing'
      ? [
          earlier,
          later,
          {
            id: 'added',
            label: 'Added',
            value: added,
            cell: (row: TestDuration) => (
              <span className={styles.worse}>
                +<Duration ms={added(row)} />
              </span>
            ),
            isNumber: true,
          },
        ]
      : [median, p95]),
    ...(view === 'variable'
      ? [
          {
            id: 'variation',
            label: 'Variation',
            value: ({ variation }: TestDuration) => variation,
            cell: ({ variation }: TestDuration) => formatShare(variation),
            isNumber: true,
          },
        ]
      : []),
  ]
}

/** Launch durations by day. */
const BarChart = later(() => import('../../ui/charts/bar-chart.tsx').then((m) => m.default))

function DurationsChart({ points }: { points: DurationAnalysis['points'] }) {
  const bars = useMemo(() => {
    const days = points.map(({ day }) => day)
    const values = points.map(({ medianMs }) => medianMs)
    return {
      labels: axisLabels(days),
      names: dayLabels(days, 'day'),
      series: [{ name: 'Median duration', color: '--accent', values }],
    }
  }, [points])
  const [at, setAt] = useState<number | null>(null)
  const index = at ?? points.length - 1
  const point = points[index]
  return (
    <div className={styles.charts} data-alone="">
      <section className={styles.chart} aria-label="Launch durations">
        <header>
          <h2>Launch durations</h2>
          {point !== undefined &&
            `Median ${formatDuration(point.medianMs)} of ${formatCount(point.launches, 'launch', 'launches')}, ${bars.names[index] ?? ''}`}
        </header>
        <Later fallback={<div className={styles.chartSpace} />}>
          <BarChart
            label="Median duration of launches by day"
            {...bars}
            format={formatDuration}
            steps={MILLISECOND_STEPS}
            onPoint={setAt}
          />
        </Later>
      </section>
    </div>
  )
}
