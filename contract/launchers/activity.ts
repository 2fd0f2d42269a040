import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { Launch, LaunchStatus } from '../launches/launches.ts'
import { OfLauncher } from './launchers.ts'
import { gates } from './repositories.ts'
import { Schedule } from './schedules.ts'
import { Webhook } from './webhooks.ts'

/** Launches that each list of a launcher's activity holds. */
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

/** What the engine does at the moment. Of other projects only how many launches run is said. */
export const EngineNow = z.object({
  /** Connected workers that can run launches, and how many launches they run at once. */
  workers: z.int(),
  places: z.int(),
  /** Launches that run, in all projects and in this one. */
  running: z.int(),
  runningHere: z.int(),
  /** Launches of this project that wait, and why the first of them does, apart from busy workers. */
  waitingHere: z.int(),
  waitingProblem: z.nullable(z.string()),
  /** Launches of this project that run or wait: the longest running first, then those that wait in their order. */
  launches: z.array(EngineLaunch),
  /** Launches of this launcher that could start now, and why none could, apart from busy workers. */
  free: z.int(),
  problem: z.nullable(z.string()),
})
export type EngineNow = z.infer<typeof EngineNow>

export const LauncherActivity = z.object({
  engine: EngineNow,
  /** Launches of this launcher and its presets, the newest first. */
  launches: z.array(EngineLaunch),
  /** By name of the preset. */
  schedules: z.array(z.extend(Schedule, { preset })),
  /** By name of the preset. `lastStatus`: what its newest call was answered; null before the first. */
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
