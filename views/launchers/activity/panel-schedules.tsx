/** Schedules of all presets of a launcher, paused and resumed one by one or all together. */
import { useActorRef, useSelector } from '@xstate/react'
import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { fromPromise } from 'xstate'
import {
  setLauncherSchedulesStatus,
  type LauncherSchedules,
  type PresetSchedule,
} from '../../../contract/launchers/launcher-schedules.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { setScheduleStatus, type ScheduleStatus } from '../../../contract/launchers/schedules.ts'
import { launcherSchedules, type SchedulesChange } from '../../../machines/launchers/launcher-schedules.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { useOptimistic } from '../../shared/forms/use-optimistic.ts'
import { formatCron } from '../../shared/launchers/format-cron.ts'
import { pausedText } from '../../shared/launchers/paused-text.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { launchersHref, type LauncherPlace } from '../address.ts'
import { useArea } from '../area.ts'
import styles from './activity-panel.module.css'
import { PanelSection } from './panel-section.tsx'

/** In the reader's time zone, which may differ from the schedule's. */
const nextTime = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

interface PanelSchedulesProps {
  schedules: readonly PresetSchedule[]
  /** Of the launcher. */
  place: LauncherPlace & { launcherId: number }
  onChange: (schedules: PresetSchedule[]) => void
  /** Called when the schedules differ from the loaded ones. */
  onStale: () => void
}

export function PanelSchedules({ schedules, place, onChange, onStale }: PanelSchedulesProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { refresh } = useArea()
  const [machine] = useState(() =>
    launcherSchedules.provide({
      actors: {
        change: fromPromise<LauncherSchedules, { wanted: SchedulesChange }>(
          ({
            input: {
              wanted: { status, isAll, seen },
            },
          }) =>
            send(setLauncherSchedulesStatus, {
              params: { projectKey: key, launcherId: place.launcherId },
              body: {
                status,
                isAll,
                seen: seen.map(({ id, version }) => ({ id, version })),
              },
            }),
        ),
      },
    }),
  )
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'schedules/answered': ({ items }) => {
      onChange([...items])
      refresh()
    },
    'schedules/changed': ({ done }) =>
      toast.success(
        done.status === 'PAUSED' ? LAUNCHER_TEXTS.schedulesPaused : LAUNCHER_TEXTS.schedulesResumed,
        done.seen.length === 0 ? undefined : { label: 'Undo', run: () => actor.send({ type: 'schedules/undo', done }) },
      ),
    'schedules/refused': ({ error }) => {
      toast.error(messageOf(error))
      onStale()
    },
  })
  const isBusy = useSelector(actor, (snapshot) => !snapshot.matches('idle'))
  const isAnyOn = schedules.some(({ status }) => status === 'RUNNING')
  return (
    <PanelSection
      title="Schedules"
      note={
        schedules.length > 1 && (
          <Button
            size="sm"
            variant="quiet"
            icon={isAnyOn ? <Pause aria-hidden /> : <Play aria-hidden />}
            isPending={isBusy}
            onClick={() => actor.send({ type: isAnyOn ? 'schedules/pause' : 'schedules/resume', seen: schedules })}
          >
            {isAnyOn ? 'Pause all' : 'Resume all'}
          </Button>
        )
      }
    >
      {schedules.length === 0 ? (
        <p className={styles.quiet}>No preset of this launcher starts by the clock.</p>
      ) : (
        <ul className={styles.blocks}>
          {schedules.map((schedule) => (
            <ScheduleBlock key={schedule.id} schedule={schedule} place={place} onStale={onStale} />
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

interface ScheduleBlockProps {
  schedule: PresetSchedule
  place: LauncherPlace
  onStale: () => void
}

function ScheduleBlock({ schedule, place, onStale }: ScheduleBlockProps) {
  const { id, cron, timezone, preset, nextRunAt, paused, lastRun, version } = schedule
  const { key } = useProject()
  const search = useSearch()
  const { send } = useApplication()
  const { refresh } = useArea()
  // A status that is set during a save is saved before the schedules are read again.
  const saved = useRef(version)
  const { shown, isSaving, set } = useOptimistic({
    source: schedule,
    read: ({ status }) => status,
    save: async (status: ScheduleStatus) => {
      const items = (
        await send(setScheduleStatus, {
          params: { projectKey: key, presetId: preset.id, scheduleId: id },
          body: { status, version: Math.max(version, saved.current) },
        })
      ).items
      saved.current = items.find((item) => item.id === id)?.version ?? version
    },
    onSaved: (status) => {
      onStale()
      refresh()
      toast.success(status === 'PAUSED' ? LAUNCHER_TEXTS.schedulePaused : LAUNCHER_TEXTS.scheduleResumed)
    },
    onReverted: onStale,
  })
  const isOn = shown === 'RUNNING'
  const words = formatCron(cron)
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
      {words === null ? (
        <p>
          <code>{cron}</code> {timezone}
        </p>
      ) : (
        <p>
          {words}, {timezone}
        </p>
      )}
      <p className={styles.quiet}>
        {!isOn ? (
          pausedText(paused)
        ) : nextRunAt === null ? (
          'No next run'
        ) : (
          <>
            Next: <time dateTime={nextRunAt}>{nextTime.format(new Date(nextRunAt))}</time>
          </>
        )}
      </p>
      {words !== null && <code>{cron}</code>}
      {lastRun?.problem != null && <p className={styles.problem}>{lastRun.problem}</p>}
    </li>
  )
}
