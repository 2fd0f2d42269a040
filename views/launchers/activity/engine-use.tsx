/** Engine time of a project by day, with one launcher's share, and figures of the queue. */
import { useMemo, useState } from 'react'
import type { EngineUseDay } from '../../../contract/launchers/engine-use.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { formatDay } from '../../shared/days.ts'
import { formatAxisTime, formatEngineTime } from '../../shared/engine-time.ts'
import { dayLabel } from '../../shared/reports/axis-labels.ts'
import { SECOND_STEPS } from '../../ui/charts/axis-steps.ts'
import { Button } from '../../ui/controls/button.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './engine-use.module.css'
import { PanelSection } from './panel-section.tsx'
import type { EngineUseState } from './use-engine-use.ts'

const BarChart = later(() => import('../../ui/charts/bar-chart.tsx').then((m) => m.default))

const HEIGHT_PX = 108

export function EngineUse({ use: { days, failure, isLoading, retry } }: { use: EngineUseState }) {
  if (days !== null) return <UseByDay days={days} />
  return (
    <PanelSection title="Engine use">
      {failure === null ? (
        <Skeleton height={HEIGHT_PX} />
      ) : (
        <div className={styles.failure}>
          <InlineProblem>{`This did not load: ${messageOf(failure)}`}</InlineProblem>
          <Button size="sm" isPending={isLoading} onClick={retry}>
            Retry
          </Button>
        </div>
      )}
    </PanelSection>
  )
}

function UseByDay({ days }: { days: readonly EngineUseDay[] }) {
  const [pointed, setPointed] = useState<number | null>(null)
  const chart = useMemo(() => {
    const all = days.map(({ day }) => day)
    return {
      // There is room for two labels: first and last day.
      labels: all.map((day, at) => (at === 0 ? dayLabel(day) : at === all.length - 1 ? 'today' : '')),
      names: all.map((day) => formatDay(day)),
      series: [
        { name: 'This launcher', color: '--accent', values: days.map(({ launcherSeconds }) => launcherSeconds) },
        {
          name: 'Other launchers of the project',
          color: '--border-strong',
          values: days.map(({ engineSeconds, launcherSeconds }) => Math.max(0, engineSeconds - launcherSeconds)),
        },
      ],
    }
  }, [days])
  const at = pointed ?? days.length - 1
  const shown = days[at]
  if (shown === undefined) return null
  const when = at === days.length - 1 ? ' today' : `, ${dayLabel(shown.day)}`
  return (
    <PanelSection title="Engine use" note={formatEngineTime(shown.engineSeconds) + when}>
      {days.every(({ engineSeconds, maxQueued }) => engineSeconds === 0 && maxQueued === 0) ? (
        <p className={styles.quiet}>{`The engine ran nothing of this project in the last ${days.length} days.`}</p>
      ) : (
        <>
          <Later fallback={<div style={{ height: HEIGHT_PX }} />}>
            <BarChart
              label={`Engine time of the last ${days.length} days`}
              {...chart}
              format={formatAxisTime}
              steps={SECOND_STEPS}
              height={HEIGHT_PX}
              onPoint={setPointed}
            />
          </Later>
          <ul className={styles.parts}>
            <li data-part="launcher">This launcher: {formatEngineTime(shown.launcherSeconds)}</li>
            <li data-part="rest">
              Others of the project: {formatEngineTime(Math.max(0, shown.engineSeconds - shown.launcherSeconds))}
            </li>
          </ul>
          <p className={styles.quiet}>{queueText(shown)}</p>
        </>
      )}
    </PanelSection>
  )
}

/** "3 launches, median wait 40 s, at most 2 waiting together". */
const queueText = ({ launches, medianWaitSeconds, maxQueued }: EngineUseDay): string =>
  [
    launches === 1 ? '1 launch' : `${inFigures(launches)} launches`,
    ...(launches === 0 ? [] : [`median wait ${formatEngineTime(medianWaitSeconds)}`]),
    `at most ${inFigures(maxQueued)} waiting at once`,
  ].join(', ')
