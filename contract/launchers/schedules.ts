import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { inProject } from '../projects/projects.ts'
import { cronProblem, isTimezone } from './cron.ts'
import { LAUNCHER_LIMITS, LAUNCHER_TEXTS } from './launcher-texts.ts'
import { gates } from './repositories.ts'

/** Every hour at minute 0 (SCHED-05). */
export const NEW_SCHEDULE = { cron: '0 0 * * * *', timezone: 'GMT+03:00' } as const

export const ScheduleStatus = z.enum(['RUNNING', 'PAUSED'])
export type ScheduleStatus = z.infer<typeof ScheduleStatus>

const cron = z.string().check(
  z.trim(),
  z.maxLength(LAUNCHER_LIMITS.cron, LAUNCHER_TEXTS.cron),
  z.refine((text) => cronProblem(text) === null, { error: ({ input }) => cronProblem(String(input)) ?? '' }),
)
const timezone = z.string().check(z.maxLength(100), z.refine(isTimezone, LAUNCHER_TEXTS.timezone))

/** A schedule in an editor. A new schedule has no id. */
export const ScheduleValues = z.object({ id: z.nullable(z.int()), cron, timezone })
export type ScheduleValues = z.infer<typeof ScheduleValues>

export const scheduleList = z
  .array(ScheduleValues)
  .check(z.maxLength(LAUNCHER_LIMITS.schedules, LAUNCHER_TEXTS.maxSchedules))

/** Starts a preset at the times of a cron expression (SCHED-01). */
export const Schedule = z.object({
  id: z.int(),
  cron: z.string(),
  timezone: z.string(),
  type: z.literal('CRON'),
  status: ScheduleStatus,
  /** Raised by each change. */
  version: z.int(),
  /** Null while the schedule is paused. */
  nextRunAt: z.nullable(z.string()),
  /** Since when it is paused, and the username of who paused it; null while it runs, or when that is not known. */
  paused: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
  /** Result of the last due time; null before the first. */
  lastRun: z.nullable(
    z.object({
      dueAt: z.string(),
      launchId: z.nullable(z.int()),
      /** Why no launch was started; null if one was. */
      problem: z.nullable(z.string()),
    }),
  ),
})
export type Schedule = z.infer<typeof Schedule>

/** A schedule as the reader saw it. */
export const SeenSchedule = z.object({ id: z.int(), version: z.int() })
export type SeenSchedule = z.infer<typeof SeenSchedule>

/** Why a change of status skipped a schedule: what another user did meanwhile. */
export const SkippedSchedule = z.object({ id: z.int(), reason: z.enum(['changed', 'added', 'deleted']) })
export type SkippedSchedule = z.infer<typeof SkippedSchedule>

const path = '/api/projects/:projectKey/launcher-presets/:presetId/schedules'
const ofPreset = { ...inProject, presetId: idInPath }
const answer = z.object({ items: z.array(Schedule) })

/**
 * Resuming does not make up for due times during the pause. `version`: the schedule that the reader saw; 409 `stale` with the current
 * schedules when another user has changed it since. Without it, the schedule is changed in any case.
 */
export const setScheduleStatus = defineCall({
  name: 'setScheduleStatus',
  summary: 'Pauses or resumes a schedule of a preset',
  method: 'PUT',
  path: `${path}/:scheduleId/status`,
  ...gates,
  params: z.object({ ...ofPreset, scheduleId: idInPath }),
  body: z.object({ status: ScheduleStatus, version: z.optional(z.int()) }),
  answer,
})

/**
 * `seen`: the schedules that the reader saw. Those that other users changed, added or deleted since are skipped and named; without it, all
 * are changed.
 */
export const setSchedulesStatus = defineCall({
  name: 'setSchedulesStatus',
  summary: 'Pauses or resumes all schedules of a preset',
  method: 'PUT',
  path: `${path}/status`,
  ...gates,
  params: z.object(ofPreset),
  body: z.object({
    status: ScheduleStatus,
    seen: z.optional(z.array(SeenSchedule).check(z.maxLength(LAUNCHER_LIMITS.schedules))),
  }),
  answer: z.extend(answer, { skipped: z.array(SkippedSchedule) }),
})
