import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { InProject, inProject } from '../projects/projects.ts'
import { configFields } from './launch-config.ts'
import { LAUNCHER_LIMITS } from './launcher-texts.ts'
import { gates } from './repositories.ts'

/** A variable or capability of a launch (VARS-12). A secret is given by the id of its stored value. */
export const LaunchVariable = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(LAUNCHER_LIMITS.itemName)),
  value: z.string().check(z.maxLength(LAUNCHER_LIMITS.itemValue)),
  secretId: z.optional(z.uuid()),
})
export type LaunchVariable = z.infer<typeof LaunchVariable>

const variables = z.array(LaunchVariable).check(z.maxLength(LAUNCHER_LIMITS.items))

/** Configuration of a launch, fixed at its start. Workers read nothing else. */
export const LaunchPayload = z.object({
  ...configFields,
  envVars: variables,
  providerCapabilities: variables,
  customCapabilities: variables,
})
export type LaunchPayload = z.infer<typeof LaunchPayload>

/** `launchArguments` of a launch (RELAUNCH-12). */
export const LaunchArguments = z.object({
  gitRepositoryId: z.int(),
  launcherId: z.int(),
  presetId: z.nullable(z.int()),
  config: LaunchPayload,
})
export type LaunchArguments = z.infer<typeof LaunchArguments>

/** 400 if the configuration cannot be run; 404 for an unknown or deleted launcher or preset. */
export const startLaunch = defineCall({
  name: 'startLaunch',
  summary: 'Queues a launch',
  method: 'POST',
  path: '/api/projects/:projectKey/launch-requests',
  ...gates,
  params: InProject,
  body: z.extend(LaunchPayload, {
    gitRepositoryId: z.int(),
    launcherId: z.int(),
    presetId: z.optional(z.nullable(z.int())),
    /** From `createLaunchContext`: reruns tests of that launch and continues it (START-11). */
    agentRunContext: z.optional(z.nullable(z.string().check(z.maxLength(200_000)))),
  }),
  answer: z.object({ status: z.literal('queued'), launchId: z.int() }),
})

/** 404 for a launch that no launcher started. */
export const getLaunchArguments = defineCall({
  name: 'getLaunchArguments',
  summary: 'What an earlier launch was started with',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/arguments',
  ...gates,
  params: z.object({ ...inProject, launchId: idInPath }),
  answer: LaunchArguments,
})
