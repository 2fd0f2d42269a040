/** Pass rate and results over time. */
import { useMemo, useState } from 'react'
import { NO_STATISTICS, passRate, RESULT_KINDS, testsIn } from '../../../contract/launches/launches.ts'
import { unitOf, type ExecutionSummary } from '../../../contract/reports/execution-summary.ts'
import type { ReportDays } from '../../../contract/reports/filters.ts'
import { countsOf, displayedKind, formatPercent } from '../../shared/launch-labels.ts'
import { COUNT_STEPS } from '../../ui/charts/axis-steps.ts'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { Later, later } from '../../ui/layout/later.tsx'
import { formatCounts, kindLabels } from '../../ui/results/result-kinds.ts'
import { axisLabels, dayLabels } from '../../shared/reports/axis-labels.ts'
import styles from '../../shared/reports/report.module.css'

const LineChart = later(() => import('../../ui/charts/line-chart.tsx').then((m) => m.default))
const BarChart = later(() => import('../../ui/charts/bar-chart.tsx').then((m) => m.default))

export function SummaryCharts({ points, days }: { points: ExecutionSummary['points']; days: ReportDays }) {
  const unit = unitOf(days)
  const rates = useMemo(
    () =>
      points.flatMap(({ day, statistics }) => {
        const value = passRate(statistics)
        return value === null ? [] : [{ day, value }]
      }),
    [points],
  )
  const line = useMemo(() => {
    const all = rates.map(({ day }) => day)
    const [labels, names] = [axisLabels(all), dayLabels(all, unit)]
    return rates.map(({ value }, index) => ({
      label: labels[index] ?? '',
      name: names[index] ?? '',
      value,
      isCurrent: index === rates.length - 1,
    }))
  }, [rates, unit])
  const bars = useMemo(() => {
    const all = points.map(({ day }) => day)
    const series = RESULT_KINDS.map((kind) => ({
      name: kindLabels[displayedKind(kind)],
      color: `--${displayedKind(kind)}-solid`,
      values: points.map(({ statistics }) => statistics[kind]),
    })).filter(({ values }) => values.some((value) => value > 0))
    return { labels: axisLabels(all), names: dayLabels(all, unit), series }
  }, [points, unit])
  const [rateAt, setRateAt] = useState<number | null>(null)
  const [resultsAt, setResultsAt] = useState<number | null>(null)
  const rate = line[rateAt ?? line.length - 1]
  const point = points[resultsAt ?? points.length - 1]
  return (
    <div className={styles.charts}>
      <section className={styles.chart} aria-label="Pass rate">
        <header>
          <h2>Pass rate</h2>
          {rate !== undefined && `${formatPercent(rate.value)}, ${rate.name}`}
        </header>
        <Later fallback={<div className={styles.chartSpace} />}>
          <LineChart
            label={`Pass rate by ${unit}`}
            points={line}
            format={formatPercent}
            height={160}
            onPoint={setRateAt}
          />
        </Later>
      </section>
      <section className={styles.chart} aria-label="Results">
        <header>
          <h2>Results</h2>
          {point !== undefined &&
            `${formatCount(point.launches, 'launch', 'launches')}, ${formatCount(testsIn(point.statistics), 'test')}: ${formatCounts(countsOf({ ...NO_STATISTICS, ...point.statistics }))}`}
        </header>
        <Later fallback={<div className={styles.chartSpace} />}>
          <BarChart
            label={`Results by ${unit}`}
            {...bars}
            format={inFigures}
            steps={COUNT_STEPS}
            onPoint={setResultsAt}
          />
        </Later>
      </section>
    </div>
  )
}
