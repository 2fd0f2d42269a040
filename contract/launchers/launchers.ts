import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { inProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { configFields, LaunchConfig, launcherName } from './launch-config.ts'
import { LAUNCHER_LIMITS, LAUNCHER_TEXTS } from './launcher-texts.ts'
import { gates, OfRepository } from './repositories.ts'
import { Schedule, scheduleList } from './schedules.ts'

/** A saved run configuration of one repository (LAUN-01). */
export const Launcher = z.object({
  id: z.int(),
  repositoryId: z.int(),
  name: z.string(),
  /** Increases with each save. */
  version: z.int(),
  config: LaunchConfig,
})
export type Launcher = z.infer<typeof Launcher>

const path = '/api/projects/:projectKey/launchers/:launcherId'
export const OfLauncher = z.object({ ...inProject, launcherId: idInPath })

export const getLauncher = defineCall({
  name: 'getLauncher',
  summary: 'One launcher with its configuration; of secrets only that they are stored',
  method: 'GET',
  path,
  ...gates,
  params: OfLauncher,
  answer: Launcher,
})

export const LauncherValues = z.object({ name: launcherName, ...configFields })
export type LauncherValues = z.infer<typeof LauncherValues>

export const createLauncher = defineCall({
  name: 'createLauncher',
  summary: 'Creates a launcher of a repository',
  method: 'POST',
  path: '/api/projects/:projectKey/launcher-repositories/:repoId/launchers',
  ...gates,
  params: OfRepository,
  body: LauncherValues,
  answer: Launcher,
})

/** An edit as in `concurrent-edits.ts`. Does not affect presets, which have their own copy. */
export const updateLauncher = defineCall({
  name: 'updateLauncher',
  summary: 'Changes the defaults of a launcher',
  method: 'PATCH',
  path,
  ...gates,
  params: OfLauncher,
  body: withExpected(z.partial(LauncherValues)),
  answer: Launcher,
})

export const deleteLauncher = defineCall({
  name: 'deleteLauncher',
  summary: 'Deletes a launcher with its presets; launches stay',
  method: 'DELETE',
  path,
  ...gates,
  params: OfLauncher,
})

/** A copy of a launcher's configuration, which later changes of the launcher do not affect (PRE-01, PRE-02). */
export const Preset = z.object({
  id: z.int(),
  launcherId: z.int(),
  repositoryId: z.int(),
  name: z.string(),
  version: z.int(),
  config: LaunchConfig,
  schedules: z.array(Schedule),
})
export type Preset = z.infer<typeof Preset>

export const presetName = z
  .string()
  .check(z.trim(), z.minLength(1, TEXTS.required), z.maxLength(LAUNCHER_LIMITS.presetName, LAUNCHER_TEXTS.length255))

/** Name of a preset in the dialog that saves a launch as a preset (PRESET-01, PRESET-02). */
export const presetTitle: typeof presetName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: LAUNCHER_TEXTS.presetTitleRequired, abort: true }),
    z.minLength(2, LAUNCHER_TEXTS.presetTitleLength),
    z.maxLength(LAUNCHER_LIMITS.presetName, LAUNCHER_TEXTS.presetTitleLength),
  )

const presetPath = '/api/projects/:projectKey/launcher-presets/:presetId'
export const OfPreset = z.object({ ...inProject, presetId: idInPath })

export const createPreset = defineCall({
  name: 'createPreset',
  summary: 'Saves a configuration of a launcher as a preset',
  method: 'POST',
  path: `${path}/presets`,
  ...gates,
  params: OfLauncher,
  body: z.object({ ...configFields, name: presetName, schedules: z.optional(scheduleList) }),
  answer: Preset,
})

export const getPreset = defineCall({
  name: 'getPreset',
  summary: 'One preset with its configuration',
  method: 'GET',
  path: presetPath,
  ...gates,
  params: OfPreset,
  answer: Preset,
})

/** An edit as in `concurrent-edits.ts`; schedules are saved with it as one field (SCHED-16). */
export const updatePreset = defineCall({
  name: 'updatePreset',
  summary: 'Changes a preset',
  method: 'PATCH',
  path: presetPath,
  ...gates,
  params: OfPreset,
  body: withExpected(z.partial(z.extend(LauncherValues, { schedules: scheduleList }))),
  answer: Preset,
})

export const deletePreset = defineCall({
  name: 'deletePreset',
  summary: 'Deletes a preset; launches stay',
  method: 'DELETE',
  path: presetPath,
  ...gates,
  params: OfPreset,
})
