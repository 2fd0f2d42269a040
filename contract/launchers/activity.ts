import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { Launch, LaunchStatus } from '../launches/launches.ts'
import { PresetSchedule } from './launcher-schedules.ts'
import { OfLauncher } from './launchers.ts'
import { gates } from './repositories.ts'
import { Webhook } from './webhooks.ts'

/** Maximum launches in a launcher's activity. */
export const ACTIVITY_LAUNCHES = 5

const preset = z.object({ id: z.int(), name: z.string() })

const ActivityLaunch = z.pick(Launch, {
  id: true,
  number: true,
  name: true,
  startedAt: true,
  elapsed: true,
  statistics: true,
})

/** A launch that the engine runs, or that waits for it. */
export const EngineLaunch = z.extend(ActivityLaunch, { status: LaunchStatus })
export type EngineLaunch = z.infer<typeof EngineLaunch>

/** The state of the engine now. Includes only the number of running launches of other projects. */
export const EngineNow = z.object({
  /** Number of connected workers that can run launches. */
  workers: z.int(),
  /** Number of launches that these workers can run at the same time. */
  places: z.int(),
  /** Number of running launches in all projects, and in this one. */
  running: z.int(),
  runningHere: z.int(),
  /** Number of queued launches of this project, and why the first one does not start; null if all workers are busy. */
  waitingHere: z.int(),
  waitingProblem: z.nullable(z.string()),
  /** Running and queued launches of this project: running ones by start time, then queued ones in the order of the queue. */
  launches: z.array(EngineLaunch),
  /** Number of launches of this launcher that could start now, and why none can; null if all workers are busy. */
  free: z.int(),
  problem: z.nullable(z.string()),
})
export type EngineNow = z.infer<typeof EngineNow>

export const LauncherActivity = z.object({
  engine: EngineNow,
  /** Launches of this launcher and its presets, newest first. */
  launches: z.array(EngineLaunch),
  /** Sorted by name of the preset. */
  schedules: z.array(PresetSchedule),
  /** Sorted by name of the preset. `lastStatus`: HTTP status of the answer to the last call; null before the first. */
  webhooks: z.array(
    z.extend(z.pick(Webhook, { id: true, name: true, hasSecretKey: true, lastTriggerTime: true }), {
      preset,
      lastStatus: z.nullable(z.int()),
    }),
  ),
})
export type LauncherActivity = z.infer<typeof LauncherActivity>

export const getLauncherActivity = defineCall({
  name: 'getLauncherActivity',
  summary: 'What the engine does now, and schedules, webhooks and newest launches of a launcher',
  method: 'GET',
  path: '/api/projects/:projectKey/launchers/:launcherId/activity',
  ...gates,
  params: OfLauncher,
  answer: LauncherActivity,
})
