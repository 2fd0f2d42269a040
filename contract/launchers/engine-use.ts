import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { inTimeZone } from '../time-zone.ts'
import { OfLauncher } from './launchers.ts'
import { gates } from './repositories.ts'

/** Days up to today that are told. */
export const ENGINE_USE_DAYS = 14

/** What the engine did for a project on one day. Times in seconds; a launch counts on the day it began to run, each of its attempts by itself. */
export const EngineUseDay = z.object({
  /** As `2026-11-30`. */
  day: z.string(),
  launches: z.int(),
  /** Of all launchers of the project, and of this one. One that still runs counts up to now. */
  engineSeconds: z.number(),
  launcherSeconds: z.number(),
  /** From the queue until a worker took the launch: half of the launches waited no longer. */
  medianWaitSeconds: z.number(),
  /** Launches of the project that waited at once. */
  mostQueued: z.int(),
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
  /** Each day, the oldest first; the last is today. */
  answer: z.object({ days: z.array(EngineUseDay) }),
})
