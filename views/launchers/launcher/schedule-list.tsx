/** Schedules of a preset as they are saved: their next run, what came of the last one, and whether they are paused. */
import { useActorRef, useSelector } from '@xstate/react'
import { ChevronDown, ChevronUp, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { setScheduleStatus, setSchedulesStatus, type Schedule } from '../../../contract/launchers/schedules.ts'
import {
  scheduleStatus,
  type ChangedSchedules,
  type RequestedStatus,
} from '../../../machines/launchers/schedule-status.machine.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { pausedText } from '../../shared/launchers/paused-text.ts'
import { launchHref } from '../../shared/routes.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { exactTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from '../../shared/launchers/schedules.module.css'
import { useArea } from '../area.ts'

interface ScheduleListProps {
  presetId: number
  schedules: readonly Schedule[]
  /** Called with the schedules that the server answers to a change. */
  onAnswered: (schedules: readonly Schedule[]) => void
}

export function ScheduleList({ presetId, schedules, onAnswered }: ScheduleListProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { refresh } = useArea()
  const [isMore, setMore] = useState(false)
  const [machine] = useState(() =>
    scheduleStatus.provide({
      actors: {
        change: fromPromise<ChangedSchedules, { requested: RequestedStatus }>(
          async ({
            input: {
              requested: { seen, status, isAll },
            },
          }) => {
            const [one] = seen
            return isAll || one === undefined
              ? send(setSchedulesStatus, {
                  params: { projectKey: key, presetId },
                  body: { status, seen: seen.map(({ id, version }) => ({ id, version })) },
                })
              : {
                  items: (
                    await send(setScheduleStatus, {
                      params: { projectKey: key, presetId, scheduleId: one.id },
                      body: { status, version: one.version },
                    })
                  ).items,
                  skipped: [],
                }
          },
        ),
      },
    }),
  )
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'schedules/answered': (answer) => onAnswered(answer.schedules),
    'schedules/changed': ({ requested: { seen, status, isAll }, answer: { items, skipped } }) => {
      refresh()
      const isSkipped = ({ id }: Schedule) => skipped.some((one) => one.id === id)
      if (!seen.every(isSkipped))
        toast.success(
          isAll
            ? status === 'PAUSED'
              ? LAUNCHER_TEXTS.schedulesPaused
              : LAUNCHER_TEXTS.schedulesResumed
            : status === 'PAUSED'
              ? LAUNCHER_TEXTS.schedulePaused
              : LAUNCHER_TEXTS.scheduleResumed,
        )
      if (skipped.length > 0)
        toast.error(
          LAUNCHER_TEXTS.schedulesSkipped(
            skipped.map(({ id, reason }) => {
              const { cron = '' } = [...items, ...seen].find((one) => one.id === id) ?? {}
              return `${cron} (${reason})`
            }),
          ),
        )
    },
    'schedules/refused': ({ error }) => {
      toast.error(messageOf(error))
      const current = setScheduleStatus.answer.safeParse(error instanceof ApiError ? error.current : null).data
      if (current !== undefined) onAnswered(current.items)
    },
  })
  const isBusy = useSelector(actor, (snapshot) => !snapshot.matches('idle'))
  // SCHED-02
  const shown = isMore ? schedules : schedules.slice(0, 1)
  const isAnyRunning = schedules.some(({ status }) => status === 'RUNNING')
  return (
    <section className={styles.schedules} aria-label="Schedules">
      <header>
        <h2>
          Schedules<small>{schedules.length}</small>
        </h2>
        {schedules.length > 1 && (
          <Button
            size="sm"
            variant="quiet"
            isPending={isBusy}
            onClick={() =>
              actor.send({ type: isAnyRunning ? 'schedule/pause' : 'schedule/resume', seen: schedules, isAll: true })
            }
          >
            {isAnyRunning ? 'Pause all' : 'Resume all'}
          </Button>
        )}
      </header>
      {schedules.length === 0 && (
        <p className={styles.none}>It starts by hand or by a webhook. Edit the preset to add a schedule.</p>
      )}
      <ul>
        {shown.map((schedule) => (
          <Saved
            key={schedule.id}
            schedule={schedule}
            projectKey={key}
            isBusy={isBusy}
            onSwitch={() =>
              actor.send({
                type: schedule.status === 'RUNNING' ? 'schedule/pause' : 'schedule/resume',
                seen: [schedule],
                isAll: false,
              })
            }
          />
        ))}
      </ul>
      {schedules.length > 1 && (
        <Button
          size="sm"
          variant="quiet"
          icon={isMore ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          onClick={() => setMore(!isMore)}
        >
          {isMore ? 'Less' : `More (${schedules.length - 1})`}
        </Button>
      )}
    </section>
  )
}

interface SavedProps {
  schedule: Schedule
  projectKey: string
  isBusy: boolean
  onSwitch: () => void
}

function Saved({ schedule, projectKey, isBusy, onSwitch }: SavedProps) {
  const { cron, timezone, status, nextRunAt, paused, lastRun } = schedule
  const isRunning = status === 'RUNNING'
  return (
    <li>
      <span>
        <span className={styles.cron}>{cron}</span> {timezone}{' '}
        <StatusTag kind={isRunning ? 'passed' : 'skipped'}>{isRunning ? 'Running' : 'Paused'}</StatusTag>
      </span>
      <Button
        size="sm"
        icon={isRunning ? <Pause aria-hidden /> : <Play aria-hidden />}
        isPending={isBusy}
        aria-label={`${isRunning ? 'Pause' : 'Resume'} ${cron}`}
        onClick={onSwitch}
      >
        {isRunning ? 'Pause' : 'Resume'}
      </Button>
      {!isRunning && paused !== null && <p className={styles.note}>{pausedText(paused)}</p>}
      {nextRunAt !== null && <p className={styles.note}>Next run {exactTime(Date.parse(nextRunAt))}</p>}
      {lastRun !== null && (
        <p className={styles.note} data-failed={lastRun.problem === null ? undefined : ''}>
          {exactTime(Date.parse(lastRun.dueAt))}:{' '}
          {lastRun.problem ??
            (lastRun.launchId === null ? (
              'the launch was deleted'
            ) : (
              <Link href={launchHref(projectKey, lastRun.launchId)}>started a launch</Link>
            ))}
        </p>
      )}
    </li>
  )
}
