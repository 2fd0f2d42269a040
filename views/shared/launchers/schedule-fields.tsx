/** Editor of a preset's schedules: cron expression, time zone, and next runs. */
import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { cronProblem, isTimezone, nextRuns } from '../../../contract/launchers/cron.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import type { ScheduleValues } from '../../../contract/launchers/schedules.ts'
import { editSchedules, mayAdd, mayRemove, type ScheduleEdit } from '../../../machines/launchers/schedule-edits.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useNow } from '../../ui/text/now.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './schedules.module.css'
import { TIMEZONES } from './timezones.ts'

interface ScheduleFieldsProps {
  schedules: readonly ScheduleValues[]
  disabled?: boolean
  /** Minimum number of schedules. */
  fewest?: number
  onChange: (schedules: ScheduleValues[]) => void
}

const NEXT_SHOWN = 5
const time = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

export function ScheduleFields({ schedules, disabled = false, fewest = 0, onChange }: ScheduleFieldsProps) {
  const zones = useId()
  const now = useNow()
  const edit = (made: ScheduleEdit) => onChange([...editSchedules(schedules, made, fewest)])
  const set = (place: number, values: Partial<ScheduleValues>) => edit({ type: 'schedule/changed', place, values })
  return (
    <>
      {schedules.length === 0 && <p className={styles.none}>Without a schedule, somebody or a webhook starts it.</p>}
      <ul>
        {schedules.map((schedule, place) => (
          <li key={schedule.id ?? `new-${place}`}>
            <div className={styles.fields}>
              <TextField
                label="Cron expression"
                value={schedule.cron}
                error={cronProblem(schedule.cron) ?? undefined}
                description="Second, minute, hour, day, month, weekday"
                disabled={disabled}
                autoComplete="off"
                spellCheck={false}
                onValueChange={(cron) => set(place, { cron })}
              />
              <TextField
                label="Time zone"
                value={schedule.timezone}
                error={isTimezone(schedule.timezone) ? undefined : LAUNCHER_TEXTS.timezone}
                disabled={disabled}
                autoComplete="off"
                list={zones}
                onValueChange={(timezone) => set(place, { timezone })}
              />
            </div>
            <IconButton
              label={`Remove schedule ${place + 1}`}
              disabled={disabled || !mayRemove(schedules, fewest)}
              onClick={() => edit({ type: 'schedule/removed', place })}
            >
              <Trash2 aria-hidden />
            </IconButton>
            <NextRuns schedule={schedule} now={now} />
          </li>
        ))}
      </ul>
      <datalist id={zones}>
        {TIMEZONES.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      {!mayAdd(schedules) ? (
        <p className={styles.none}>{LAUNCHER_TEXTS.maxSchedules}</p>
      ) : (
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={disabled}
          onClick={() => edit({ type: 'schedule/added' })}
        >
          Add schedule
        </Button>
      )}
    </>
  )
}

/** In the reader's time zone, which may differ from the schedule's. */
function NextRuns({ schedule, now }: { schedule: ScheduleValues; now: number }) {
  const runs = isTimezone(schedule.timezone) ? nextRuns(schedule, new Date(now), NEXT_SHOWN) : []
  if (runs.length === 0) return null
  return (
    <p className={styles.next}>
      <span>Next runs, in your time: </span>
      {runs.map((run) => time.format(run)).join(' · ')}
    </p>
  )
}
