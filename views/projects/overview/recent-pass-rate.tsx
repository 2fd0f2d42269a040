/** Pass rate of recent days. */
import { merge } from 'rxjs'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { topics } from '../../../contract/live.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { formatDay } from '../../shared/days.ts'
import { formatPercent } from '../../shared/launch-labels.ts'
import { Later, later } from '../../ui/layout/later.tsx'
import { useNow } from '../../ui/text/now.ts'
import { OverviewPanel } from './overview-panel.tsx'
import { PASS_RATE_DAYS, passRatesOf } from './pass-rates.ts'
import styles from './overview.module.css'

const LineChart = later(() => import('../../ui/charts/line-chart.tsx').then((m) => m.default))

/** One page of launches: on busy projects the chart covers fewer days. */
const MAX = 100

export function RecentPassRate() {
  const { live, sendRead } = useApplication()
  const { tenant } = useSession().workspace
  const { key } = useProject()
  const now = useNow()
  return (
    <OverviewPanel
      title="Pass rate"
      note={() => `${PASS_RATE_DAYS} days`}
      load={async () => (await sendRead(listLaunches, { params: { projectKey: key }, query: { pageSize: MAX } })).items}
      follow={(again) =>
        merge(
          live.follow(topics.testRuns(tenant), again),
          live.follow(topics.statistics(tenant), () => undefined),
        )
      }
    >
      {(items) => {
        const days = passRatesOf(items, now)
        const last = days.at(-1)
        if (last === undefined) return <p className={styles.none}>No results in the last {PASS_RATE_DAYS} days.</p>
        const ends = [days[0]?.day, last.day]
        return (
          <div className={styles.rate}>
            <p>
              <b>{formatPercent(last.rate)}</b> on {formatDay(last.day)}
            </p>
            {days.length > 1 && (
              <Later fallback={<div className={styles.chartSpace} />}>
                <LineChart
                  key={JSON.stringify(days)}
                  label="Pass rate by day"
                  points={days.map(({ day, rate }) => ({
                    label: ends.includes(day) ? formatDay(day) : '',
                    name: formatDay(day),
                    value: rate,
                    isCurrent: day === last.day,
                  }))}
                  format={formatPercent}
                />
              </Later>
            )}
          </div>
        )
      }}
    </OverviewPanel>
  )
}
