/** Report of a run or plan: progress, forecast, riskiest cases, progress by part. */
import { type ReactNode, Suspense, useMemo } from 'react'
import type { PublicReport } from '../../../../contract/public/public-access.ts'
import type { ExecutionReport } from '../../../../contract/runs/report.ts'
import { testRunHref } from '../../routes.ts'
import { PlainLink } from '../../../ui/controls/link.tsx'
import { exactTime } from '../../../ui/text/time.ts'
import { optional } from '../../optional.ts'
import { progressOf } from '../progress.ts'
import { StatusBar } from '../status-bar.tsx'
import { ShareTable } from './share-table.tsx'
import styles from './report.module.css'
import { FORECAST_RULE, type ForecastReason } from '../../../../contract/runs/forecast.ts'

const LineChart = optional(() => import('../../../ui/charts/line-chart.tsx').then((m) => m.default))

interface ReportViewProps {
  /** Null for public readers, who see nothing else of the project. */
  projectKey: string | null
  /** A public report has no testers. */
  report: PublicReport & Partial<Pick<ExecutionReport, 'testers'>>
  /** Configurations that distinguish the runs of a plan. */
  runNames?: ReadonlyMap<number, string>
  /** Sections of plans only. */
  children?: ReactNode
}

export function ReportView({ projectKey, report, runNames, children }: ReportViewProps) {
  const { statistics, forecast, testers, suites, risks } = report
  const { percent } = progressOf(statistics)
  // A new chart instance for other points.
  const points = useMemo(() => pointsOf(report), [report])
  return (
    <div className={styles.report}>
      <section className={styles.part}>
        <h2>Progress</h2>
        <p>
          <b>{percent}%</b> {report.done} of {report.cases} test cases completed, {report.failed} failed
        </p>
        <StatusBar statistics={statistics} />
        <div className={styles.chart}>
          <Suspense fallback={null}>
            <LineChart label="Completed test cases over time" points={points} format={formatPercent} height={160} />
          </Suspense>
        </div>
      </section>
      <section className={styles.part}>
        <h2>Forecast</h2>
        <p>{forecastText(forecast)}</p>
        <p className={styles.note}>{FORECAST_EXPLANATION}</p>
      </section>
      <section className={styles.part}>
        <h2>Riskiest untested test cases</h2>
        {risks.length === 0 ? (
          <p>None</p>
        ) : (
          <ol className={styles.risks}>
            {risks.map(({ runId, caseId, key, title, priority, earlierFailures, isChanged }) => (
              <li key={`${runId}:${caseId}`}>
                {projectKey === null ? (
                  `${key} ${title}`
                ) : (
                  <PlainLink href={`${testRunHref(projectKey, runId)}?case=${key}`}>
                    {key} {title}
                  </PlainLink>
                )}
                <span className={styles.note}>
                  {[
                    ...(runNames?.has(runId) === true ? [runNames.get(runId)] : []),
                    priority ?? 'No priority',
                    ...(earlierFailures > 0
                      ? [earlierFailures === 1 ? '1 earlier failure' : `${earlierFailures} earlier failures`]
                      : []),
                    ...(isChanged ? ['changed since'] : []),
                  ].join(' · ')}
                </span>
              </li>
            ))}
          </ol>
        )}
        <p className={styles.note}>{RISK_EXPLANATION}</p>
      </section>
      {children}
      {testers !== undefined && (
        <ShareTable
          title="By tester"
          noun="Assigned to"
          parts={testers}
          keyOf={({ user }) => user?.id ?? 0}
          name={({ user }) => user?.name ?? 'Nobody'}
          more={{ head: 'Last results recorded', value: ({ recorded }) => recorded }}
        />
      )}
      <ShareTable
        title="By suite"
        noun="Suite"
        parts={suites}
        keyOf={({ id }) => id}
        name={({ path }) => path.join(' / ') || 'Deleted suite'}
      />
    </div>
  )
}

const DAY_MS = 86_400_000

const formatPercent = (value: number): string => `${Math.floor(value * 100)}%`

/** Returns the day, or the time for periods under two days. */
const endText = (at: string, spanMs: number): string =>
  spanMs < 2 * DAY_MS
    ? new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
    : new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })

/** Labels only at both ends: there is no room for more. */
const pointsOf = ({ progress, cases }: PublicReport) => {
  const spanMs = Date.parse(progress.at(-1)?.at ?? '') - Date.parse(progress[0]?.at ?? '')
  return progress.map(({ at, done }, i) => {
    const name = exactTime(Date.parse(at))
    const isEnd = i === 0 || i === progress.length - 1
    return {
      label: isEnd ? endText(at, spanMs) : '',
      name: `${i + 1}: ${name}`,
      value: cases === 0 ? 0 : done / cases,
    }
  })
}

/** Text of the forecast. */
const REASONS: Record<ForecastReason | 'closed', string> = {
  closed: 'None: it is closed',
  finished: 'All test cases are completed',
  'too-few-results': `Not yet: fewer than ${FORECAST_RULE.minResults} test cases were completed in the last ${FORECAST_RULE.windowDays} days`,
  'too-short': `Not yet: the first result is less than ${FORECAST_RULE.minHours} hour old`,
  'too-slow': 'None: at this pace it takes more than a year',
}

const FORECAST_EXPLANATION = `Test cases left, at the pace of the last ${FORECAST_RULE.windowDays} days, or since the first result if that is less. Nights and weekends count.`

const RISK_EXPLANATION =
  'Untested test cases in the order of the project’s priorities, then by failures in the last 180 days, then those changed since they were added.'

/** A day: a forecast is not more exact. */
const formatDay = (at: number): string =>
  new Date(at).toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

const forecastText = (forecast: ExecutionReport['forecast']): string =>
  'at' in forecast
    ? `${formatDay(Date.parse(forecast.at))}, at ${forecast.perDay.toFixed(1)} test cases a day`
    : REASONS[forecast.reason]
