/** Launch durations by day. */
import { useMemo, useState } from 'react'
import type { DurationAnalysis } from '../../../contract/reports/durations.ts'
import { countWords } from '../../shared/launch-words.ts'
import { MILLISECOND_STEPS } from '../../ui/charts/axis-steps.ts'
import { Later, later } from '../../ui/layout/later.tsx'
import { durationWords } from '../../ui/text/time.ts'
import { axisLabels, daysInWords } from '../../shared/reports/axis-labels.ts'
import styles from '../../shared/reports/report.module.css'

const BarChart = later(() => import('../../ui/charts/bar-chart.tsx').then((m) => m.default))

export function DurationsChart({ points }: { points: DurationAnalysis['points'] }) {
  const bars = useMemo(() => {
    const days = points.map(({ day }) => day)
    const values = points.map(({ medianMs }) => medianMs)
    return {
      labels: axisLabels(days),
      names: daysInWords(days, 'day'),
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
            `Median ${durationWords(point.medianMs)} of ${countWords(point.launches, 'launch', 'launches')}, ${bars.names[index] ?? ''}`}
        </header>
        <Later fallback={<div className={styles.chartSpace} />}>
          <BarChart
            label="Median duration of launches by day"
            {...bars}
            format={durationWords}
            steps={MILLISECOND_STEPS}
            onPoint={setAt}
          />
        </Later>
      </section>
    </div>
  )
}
