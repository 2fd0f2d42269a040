/** Edits of a preset's schedules, in its dialog and on its page. */
import { LAUNCHER_LIMITS } from '../../contract/launchers/launcher-texts.ts'
import { NEW_SCHEDULE, type ScheduleValues } from '../../contract/launchers/schedules.ts'

export type ScheduleEdit =
  | { type: 'schedule/added' }
  | { type: 'schedule/removed'; place: number }
  | { type: 'schedule/changed'; place: number; values: Partial<Pick<ScheduleValues, 'cron' | 'timezone'>> }
  /** Switch of a new preset: one schedule or none. */
  | { type: 'schedules/switched'; isOn: boolean }

/** `fewest`: minimum number of schedules. */
export const mayAdd = (schedules: readonly ScheduleValues[]): boolean => schedules.length < LAUNCHER_LIMITS.schedules
export const mayRemove = (schedules: readonly ScheduleValues[], fewest: number): boolean => schedules.length > fewest

/** Ignores edits that do not apply. */
export const editSchedules = (
  schedules: readonly ScheduleValues[],
  edit: ScheduleEdit,
  fewest = 0,
): readonly ScheduleValues[] => {
  switch (edit.type) {
    case 'schedule/added':
      return mayAdd(schedules) ? [...schedules, { id: null, ...NEW_SCHEDULE }] : schedules
    case 'schedule/removed':
      return mayRemove(schedules, fewest) ? schedules.filter((_, place) => place !== edit.place) : schedules
    case 'schedule/changed':
      return schedules.map((one, place) => (place === edit.place ? { ...one, ...edit.values } : one))
    case 'schedules/switched':
      return edit.isOn ? (schedules.length > 0 ? schedules : [{ id: null, ...NEW_SCHEDULE }]) : []
    default:
      return edit satisfies never
  }
}
