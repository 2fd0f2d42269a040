/** Figures of a launch: results by kind, pass rate, and comparison with neighbouring launches (SUMMARY rows). */
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { passRate, type Launch } from '../../../contract/launches/launches.ts'
import type { PassRateHistory } from '../../../machines/launches/launch-page.machine.ts'
import { Donut } from '../../ui/charts/donut.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import type { ResultKind } from '../../ui/results/result-kinds.ts'
import { ResultLegend } from '../../ui/results/result-legend.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { historyText, pointsSince } from '../pass-rate-text.ts'
import { countsOf, launchTitle, formatPercent } from '../../shared/launch-labels.ts'
import styles from './launch-summary.module.css'

const LineChart = later(() => import('../../ui/charts/line-chart.tsx').then((m) => m.default))

export type LaunchSummaryProps = {
  launch: Launch | null
  history: PassRateHistory | null
  hrefFor: (kind: ResultKind) => string
}

/** Memoised by figures and links. */
export const LaunchSummary = memo(function LaunchSummary({ launch, history, hrefFor }: LaunchSummaryProps) {
  // Links change with each query; rendering them is deferred until the answer has rendered.
  const hrefs = useDeferredValue(hrefFor)
  return (
    <section className={styles.summary} aria-label="Summary">
      <div className={styles.results}>
        <Results launch={launch} />
        <ResultLegend counts={launch === null ? {} : countsOf(launch.statistics)} hrefFor={hrefs} />
      </div>
      <History launch={launch} history={history} />
    </section>
  )
})

const Results = memo(function Results({ launch }: Pick<LaunchSummaryProps, 'launch'>) {
  if (launch === null) return <Skeleton width={116} height={116} round />
  return (
    <Donut
      label={`Results of ${launchTitle(launch)}`}
      counts={countsOf(launch.statistics)}
      caption="pass rate"
      size={116}
    >
      {formatPercent(passRate(launch.statistics))}
    </Donut>
  )
})

const History = memo(function History({ launch, history }: Pick<LaunchSummaryProps, 'launch' | 'history'>) {
  const [pointed, setPointed] = useState<number | null>(null)
  const launchId = launch?.id
  const points = useMemo(
    () =>
      (history ?? []).map((one) => ({
        label: `#${one.launchNumber}`,
        value: one.passRate,
        isCurrent: one.launchId === launchId,
      })),
    [history, launchId],
  )
  const since = launchId === undefined || history === null ? null : pointsSince(history, launchId)
  const point = pointed === null ? undefined : points[pointed]
  return (
    <div className={styles.history}>
      <div className={styles.head}>
        <h2>Pass rate</h2>
        {launchId !== undefined && history !== null && <span>{historyText(history, launchId)}</span>}
        {point !== undefined ? (
          <span className={styles.since}>
            <b>{formatPercent(point.value)}</b> in {point.label}
          </span>
        ) : (
          since !== null && (
            <span className={styles.since}>
              <b data-kind={since.isWorse ? 'failed' : 'passed'}>{since.words}</b> since #{since.launchNumber}
            </span>
          )
        )}
      </div>
      {points.length > 1 ? (
        <Later fallback={<div className={styles.space} />}>
          <LineChart
            label="Pass rate of the launches around this one"
            points={points}
            format={formatPercent}
            onPoint={setPointed}
          />
        </Later>
      ) : (
        <p className={styles.space}>
          {history !== null && 'The trend appears with the second launch of this name that has results.'}
        </p>
      )}
    </div>
  )
})
