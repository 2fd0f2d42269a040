import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { inTimeZone } from '../time-zone.ts'
import { OfLauncher } from './launchers.ts'
import { gates } from './repositories.ts'

/** Number of reported days, up to and including today. */
export const ENGINE_USE_DAYS = 14

/** Use of the engine by a project on one day. Times in seconds. Each attempt of a launch counts on the day on which it started. */
export const EngineUseDay = z.object({
  /** Date such as `2026-11-30`. */
  day: z.string(),
  launches: z.int(),
  /** Time of all launchers of the project, and of this launcher. Running attempts count up to now. */
  engineSeconds: z.number(),
  launcherSeconds: z.number(),
  /** Median time from enqueuing until a worker took the launch. */
  medianWaitSeconds: z.number(),
  /** Maximum number of the project's launches that waited at the same time. */
  maxQueued: z.int(),
})
export type EngineUseDay = z.infer<typeof EngineUseDay>

export const getEngineUse = defineCall({
  name: 'getEngineUse',
  summary: 'Engine time and queue of a project over the last days, with the part of one launcher',
  method: 'GET',
  path: '/api/projects/:projectKey/launchers/:launcherId/engine-use',
  ...gates,
  params: OfLauncher,
  query: z.object(inTimeZone),
  /** One entry per day, oldest first; the last is today. */
  answer: z.object({ days: z.array(EngineUseDay) }),
})
