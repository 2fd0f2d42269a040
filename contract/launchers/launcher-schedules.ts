/** Schedules of all presets of a launcher together. */
import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { OfLauncher } from './launchers.ts'
import { gates } from './repositories.ts'
import { Schedule, ScheduleStatus, SeenSchedule } from './schedules.ts'

export const PresetSchedule = z.extend(Schedule, { preset: z.object({ id: z.int(), name: z.string() }) })
export type PresetSchedule = z.infer<typeof PresetSchedule>

/** Maximum schedules per call. */
const SCHEDULES_AT_ONCE = 2000

/**
 * Pauses or resumes the given schedules, all or none. Answers 409 with the current schedules if one of them was deleted or changed
 * meanwhile, or, with `isAll`, if the launcher has schedules that are not in the call.
 */
export const setLauncherSchedulesStatus = defineCall({
  name: 'setLauncherSchedulesStatus',
  summary: 'Pauses or resumes schedules of several presets of a launcher',
  method: 'PUT',
  path: '/api/projects/:projectKey/launchers/:launcherId/schedules/status',
  ...gates,
  params: OfLauncher,
  body: z.object({
    status: ScheduleStatus,
    seen: z.array(SeenSchedule).check(z.minLength(1), z.maxLength(SCHEDULES_AT_ONCE)),
    isAll: z.boolean(),
  }),
  answer: z.object({
    /** All schedules of the launcher, sorted by name of the preset. */
    items: z.array(PresetSchedule),
    /** Ids of the schedules whose status has changed. */
    changed: z.array(z.int()),
  }),
})
export type LauncherSchedules = z.infer<typeof setLauncherSchedulesStatus.answer>
