/** Beside a launcher: what the engine does now, and the schedules, webhooks and newest launches of the launcher. */
import { Lock, Webhook } from 'lucide-react'
import { useSearch } from 'wouter'
import type { EngineLaunch, EngineNow, LauncherActivity } from '../../../contract/launchers/activity.ts'
import type { EngineUseDay } from '../../../contract/launchers/engine-use.ts'
import { isUnderWay, testsIn } from '../../../contract/launches/launches.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../application/context.tsx'
import { formatEngineTime } from '../../shared/engine-time.ts'
import { statusLook } from '../../shared/launch-labels.ts'
import { launchHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Duration } from '../../ui/text/duration.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Link, PlainLink } from '../../ui/controls/link.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { launchersHref, type LauncherPlace } from '../address.ts'
import { webhookTime } from '../webhooks/webhook-time.ts'
import styles from './activity-panel.module.css'
import { busyText, waitingText } from './engine-text.ts'
import { EngineUse } from './engine-use.tsx'
import { PanelSchedules } from './panel-schedules.tsx'
import { PanelSection } from './panel-section.tsx'
import type { ActivityState } from './use-activity.ts'
import { useEngineUse } from './use-engine-use.ts'

/** More would be too thin to count. */
const DRAWN_PLACES = 24

interface ActivityPanelProps {
  activity: ActivityState
  /** Of the launcher. */
  place: LauncherPlace & { launcherId: number }
}

export function ActivityPanel({ activity, place }: ActivityPanelProps) {
  const { value, failure, isLoading, retry, refresh, change } = activity
  const use = useEngineUse(place.launcherId)
  return (
    <aside
      className={styles.panel}
      aria-label="Engine, schedules and launches"
      aria-busy={value === null && failure === null}
    >
      {failure !== null && (
        <div className={styles.failure}>
          <InlineProblem>{`This did not load: ${messageOf(failure)}`}</InlineProblem>
          <Button size="sm" isPending={isLoading} onClick={retry}>
            Retry
          </Button>
        </div>
      )}
      {value !== null ? (
        <>
          <Engine engine={value.engine} today={use.days?.at(-1)} />
          <PanelSchedules
            schedules={value.schedules}
            place={place}
            onChange={(schedules) => change({ ...value, schedules })}
            onStale={refresh}
          />
          <Webhooks webhooks={value.webhooks} place={place} />
          <EngineUse use={use} />
          <Launches launches={value.launches} />
        </>
      ) : (
        failure === null && <Coming />
      )}
    </aside>
  )
}

const Coming = () =>
  ['Engine now', 'Schedules', 'Webhooks', 'Launches'].map((title) => (
    <PanelSection key={title} title={title}>
      <Skeleton height={48} />
    </PanelSection>
  ))

interface EngineProps {
  engine: EngineNow
  /** Undefined while loading. */
  today: EngineUseDay | undefined
}

function Engine({ engine, today }: EngineProps) {
  const { workers, places, running, runningHere, launches } = engine
  const elsewhere = running - runningHere
  return (
    <PanelSection title="Engine now" note={workers === 0 ? 'No worker' : busyText(engine)}>
      {places > 0 && places <= DRAWN_PLACES && (
        <div className={styles.places} aria-hidden>
          {Array.from({ length: places }, (_, at) => (
            <i key={at} data-busy={at < running || undefined} />
          ))}
        </div>
      )}
      {(launches.length > 0 || elsewhere > 0) && (
        <ul className={styles.rows}>
          {launches.map((launch) => (
            <LaunchRow key={launch.id} launch={launch} />
          ))}
          {elsewhere > 0 && (
            <li className={styles.row}>
              <ResultIcon kind="running" size={14} />
              <span className={styles.quiet}>In other projects</span>
              <span className={styles.figure}>{inFigures(elsewhere)}</span>
            </li>
          )}
        </ul>
      )}
      <p className={styles.quiet} aria-live="polite">
        {waitingText(engine)}
        {(today?.launches ?? 0) > 0 && ` Median wait today: ${formatEngineTime(today?.medianWaitSeconds ?? 0)}.`}
      </p>
    </PanelSection>
  )
}

function LaunchRow({ launch }: { launch: EngineLaunch }) {
  const { key } = useProject()
  const { id, name, number, status } = launch
  const look = statusLook[status]
  return (
    <li>
      <PlainLink className={styles.row} href={launchHref(key, id)}>
        <ResultIcon kind={look.isWaiting ? 'none' : look.kind} size={14} />
        <VisuallyHidden>{look.words}</VisuallyHidden>
        <span className={styles.name}>
          {name} <span className={styles.quiet}>#{number}</span>
        </span>
        <span className={styles.figure}>
          <Outcome launch={launch} />
        </span>
      </PlainLink>
    </li>
  )
}

function Outcome({ launch: { status, statistics, elapsed, startedAt } }: { launch: EngineLaunch }) {
  if (!isUnderWay(status)) return <Duration ms={elapsed} />
  const all = testsIn(statistics)
  if (status !== 'IN_PROGRESS' || all === 0) return statusLook[status].words.toLowerCase()
  return (
    <>
      {inFigures(all - statistics.inProgress)} / {inFigures(all)} <Duration since={startedAt} />
    </>
  )
}

interface WebhooksProps {
  webhooks: LauncherActivity['webhooks']
  place: LauncherPlace
}

function Webhooks({ webhooks, place }: WebhooksProps) {
  const { key } = useProject()
  const search = useSearch()
  return (
    <PanelSection title="Webhooks">
      {webhooks.length === 0 ? (
        <p className={styles.quiet}>No other system starts a preset of this launcher.</p>
      ) : (
        <ul className={styles.rows}>
          {webhooks.map(({ id, name, hasSecretKey, lastTriggerTime, lastStatus, preset }) => (
            <li key={id}>
              <div className={styles.row}>
                <Webhook aria-hidden />
                <span className={styles.name}>
                  {name} <Link href={launchersHref(key, { ...place, presetId: preset.id }, search)}>{preset.name}</Link>
                </span>
                {hasSecretKey && (
                  <span className={styles.figure} data-tip="Signed with a secret">
                    <Lock aria-label="Signed with a secret" />
                  </span>
                )}
              </div>
              <p className={styles.under} data-failed={(lastStatus ?? 0) >= 400 || undefined}>
                {lastTriggerTime === null && lastStatus === null
                  ? 'Never called'
                  : [
                      ...(lastTriggerTime === null ? [] : [`Last call ${webhookTime(lastTriggerTime)}`]),
                      ...(lastStatus === null ? [] : [`answered ${lastStatus}`]),
                    ].join(', ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

const Launches = ({ launches }: { launches: readonly EngineLaunch[] }) => (
  <PanelSection title="Last launches">
    {launches.length === 0 ? (
      <p className={styles.quiet}>Nothing was launched with it yet.</p>
    ) : (
      <ul className={styles.rows}>
        {launches.map((launch) => (
          <LaunchRow key={launch.id} launch={launch} />
        ))}
      </ul>
    )}
  </PanelSection>
)
