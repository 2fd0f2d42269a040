/** Beside a launcher: what the engine does now, and the schedules, webhooks and newest launches of the launcher. */
import { Lock, Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import type { EngineLaunch, EngineNow, LauncherActivity } from '../../../contract/launchers/activity.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import type { ScheduleStatus } from '../../../contract/launchers/schedules.ts'
import { isUnderWay, testsIn } from '../../../contract/launches/launches.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../boot/context.tsx'
import { useOptimistic } from '../../shared/forms/use-optimistic.ts'
import { statusLook } from '../../shared/launch-words.ts'
import { launchHref } from '../../shared/routes.ts'
import { Button } from '../../ui/button.tsx'
import { Duration } from '../../ui/duration.tsx'
import { inFigures } from '../../ui/figures.ts'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { Link, PlainLink } from '../../ui/link.tsx'
import { ResultIcon } from '../../ui/result-icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toasts.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { launchersHref, type LauncherPlace } from '../address.ts'
import { usePresetTriggers } from '../launcher/schedule-list.tsx'
import { webhookTime } from '../webhooks/webhook-time.ts'
import styles from './activity-panel.module.css'
import { busyWords, waitingWords } from './engine-words.ts'
import type { ActivityState } from './use-activity.ts'

/** In the reader's own time: the zone of the schedule may be another one. */
const nextTime = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** More would be too thin to count. */
const DRAWN_PLACES = 24

interface ActivityPanelProps {
  activity: ActivityState
  /** Of the launcher. */
  place: LauncherPlace
}

export function ActivityPanel({ activity: { value, failure, isLoading, retry }, place }: ActivityPanelProps) {
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
          <Engine engine={value.engine} />
          <Schedules schedules={value.schedules} place={place} />
          <Webhooks webhooks={value.webhooks} place={place} />
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
    <Section key={title} title={title}>
      <Skeleton height={48} />
    </Section>
  ))

interface SectionProps {
  title: string
  note?: ReactNode
  children: ReactNode
}

const Section = ({ title, note, children }: SectionProps) => (
  <section>
    <header>
      <h2>{title}</h2>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </header>
    {children}
  </section>
)

function Engine({ engine }: { engine: EngineNow }) {
  const { workers, places, running, runningHere, launches } = engine
  const elsewhere = running - runningHere
  return (
    <Section title="Engine now" note={workers === 0 ? 'No worker' : busyWords(engine)}>
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
        {waitingWords(engine)}
      </p>
    </Section>
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

interface SchedulesProps {
  schedules: LauncherActivity['schedules']
  place: LauncherPlace
}

function Schedules({ schedules, place }: SchedulesProps) {
  return (
    <Section title="Schedules">
      {schedules.length === 0 ? (
        <p className={styles.quiet}>No preset of this launcher starts by the clock.</p>
      ) : (
        <ul className={styles.blocks}>
          {schedules.map((schedule) => (
            <ScheduleBlock key={schedule.id} schedule={schedule} place={place} />
          ))}
        </ul>
      )}
    </Section>
  )
}

interface ScheduleBlockProps {
  schedule: LauncherActivity['schedules'][number]
  place: LauncherPlace
}

function ScheduleBlock({ schedule, place }: ScheduleBlockProps) {
  const { id, cron, timezone, preset, nextRunAt, lastRun } = schedule
  const { key } = useProject()
  const search = useSearch()
  const triggers = usePresetTriggers()
  const { shown, isSaving, set } = useOptimistic({
    source: schedule,
    read: ({ status }) => status,
    save: (status: ScheduleStatus) => triggers.setStatus(key, preset.id, id, status),
    onSaved: (status) =>
      toast.success(status === 'PAUSED' ? LAUNCHER_TEXTS.schedulePaused : LAUNCHER_TEXTS.scheduleResumed),
  })
  const isOn = shown === 'RUNNING'
  return (
    <li>
      <div className={styles.blockHead}>
        <Link className={styles.name} href={launchersHref(key, { ...place, presetId: preset.id }, search)}>
          {preset.name}
        </Link>
        <Switch
          aria-label={`Schedule ${cron} of ${preset.name}`}
          aria-busy={isSaving}
          checked={isOn}
          onCheckedChange={(checked) => set(checked ? 'RUNNING' : 'PAUSED')}
        />
      </div>
      <p>
        <code>{cron}</code> {timezone}
      </p>
      <p className={styles.quiet}>
        {!isOn ? (
          'Paused'
        ) : nextRunAt === null ? (
          'No next run'
        ) : (
          <>
            Next: <time dateTime={nextRunAt}>{nextTime.format(new Date(nextRunAt))}</time>
          </>
        )}
      </p>
      {lastRun?.problem != null && <p className={styles.problem}>{lastRun.problem}</p>}
    </li>
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
    <Section title="Webhooks">
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
    </Section>
  )
}

const Launches = ({ launches }: { launches: readonly EngineLaunch[] }) => (
  <Section title="Last launches">
    {launches.length === 0 ? (
      <p className={styles.quiet}>Nothing was launched with it yet.</p>
    ) : (
      <ul className={styles.rows}>
        {launches.map((launch) => (
          <LaunchRow key={launch.id} launch={launch} />
        ))}
      </ul>
    )}
  </Section>
)
