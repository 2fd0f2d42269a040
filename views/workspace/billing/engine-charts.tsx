/** Engine time, the queue and the waiting time over time. */
import { useMemo, useState } from 'react'
import { unitOf } from '../../../contract/reports/execution-summary.ts'
import type { ReportDays } from '../../../contract/reports/filters.ts'
import type { EnginePoint } from '../../../contract/workspace/engine-utilization.ts'
import { formatAxisTime, formatEngineTime } from '../../shared/engine-time.ts'
import { axisLabels, dayLabels } from '../../shared/reports/axis-labels.ts'
import styles from '../../shared/reports/report.module.css'
import { COUNT_STEPS, SECOND_STEPS } from '../../ui/charts/axis-steps.ts'
import { inFigures } from '../../ui/text/figures.ts'
import { Later, later } from '../../ui/layout/later.tsx'

const BarChart = later(() => import('../../ui/charts/bar-chart.tsx').then((m) => m.default))

export function EngineCharts({ points, days }: { points: readonly EnginePoint[]; days: ReportDays }) {
  const unit = unitOf(days)
  const { axis, engine, queue, wait } = useMemo(() => {
    const all = points.map(({ day }) => day)
    return {
      axis: { labels: axisLabels(all), names: dayLabels(all, unit) },
      engine: [{ name: 'Engine time', color: '--accent', values: points.map(({ engineSeconds }) => engineSeconds) }],
      queue: [{ name: 'Waiting at once', color: '--accent', values: points.map(({ maxQueued }) => maxQueued) }],
      wait: [
        { name: 'Median wait', color: '--accent', values: points.map(({ medianWaitSeconds }) => medianWaitSeconds) },
      ],
    }
  }, [points, unit])
  const [usedAt, setUsedAt] = useState<number | null>(null)
  const [queuedAt, setQueuedAt] = useState<number | null>(null)
  const [waitedAt, setWaitedAt] = useState<number | null>(null)
  const used = points[usedAt ?? points.length - 1]
  const queued = points[queuedAt ?? points.length - 1]
  const waited = points[waitedAt ?? points.length - 1]
  const nameOf = (index: number | null) => axis.names[index ?? points.length - 1] ?? ''
  return (
    <div className={styles.charts}>
      <section className={styles.chart} aria-label="Engine time">
        <header>
          <h2>Engine time</h2>
          {used !== undefined &&
            `${formatEngineTime(used.engineSeconds)} in ${used.launches === 1 ? '1 launch' : `${inFigures(used.launches)} launches`}, ${nameOf(usedAt)}`}
        </header>
        <Later fallback={<div className={styles.chartSpace} />}>
          <BarChart
            label={`Engine time by ${unit}`}
            {...axis}
            series={engine}
            format={formatAxisTime}
            steps={SECOND_STEPS}
            onPoint={setUsedAt}
          />
        </Later>
      </section>
      <section className={styles.chart} aria-label="Queue">
        <header>
          <h2>Queue</h2>
          {queued !== undefined && `At most ${inFigures(queued.maxQueued)} waiting at once, ${nameOf(queuedAt)}`}
        </header>
        <Later fallback={<div className={styles.chartSpace} />}>
          <BarChart
            label={`Launches that waited at once by ${unit}`}
            {...axis}
            series={queue}
            format={inFigures}
            steps={COUNT_STEPS}
            onPoint={setQueuedAt}
          />
        </Later>
      </section>
      <section className={styles.chart} aria-label="Waiting time">
        <header>
          <h2>Waiting time</h2>
          {waited !== undefined &&
            `Half began within ${formatEngineTime(waited.medianWaitSeconds)}, the last within ${formatEngineTime(waited.maxWaitSeconds)}, ${nameOf(waitedAt)}`}
        </header>
        <Later fallback={<div className={styles.chartSpace} />}>
          <BarChart
            label={`Median wait by ${unit}`}
            {...axis}
            series={wait}
            format={formatAxisTime}
            steps={SECOND_STEPS}
            onPoint={setWaitedAt}
          />
        </Later>
      </section>
    </div>
  )
}
