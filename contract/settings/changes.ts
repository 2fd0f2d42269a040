import { z } from 'zod/mini'

/** Parts of a project's settings, as the change log names them. */
export const SETTINGS_AREAS = [
  'project',
  'test-case-fields',
  'priorities',
  'automation-states',
  'result-statuses',
  'observation-types',
  'failure-tags',
  'failure-causes',
  'quarantine',
  'configurations',
  'environments',
  'variables',
  'members',
  'milestones',
  'requirement-systems',
  'notifications',
  'quality-gate',
  'badge',
] as const
export const SettingsArea = z.enum(SETTINGS_AREAS)
export type SettingsArea = z.infer<typeof SettingsArea>

/** One thing that a change of the settings did. `values` holds, by field, what was there before and after; secrets never. */
export const SettingsChange = z.object({
  kind: z.enum(['added', 'changed', 'deleted', 'moved', 'revealed']),
  /** What it is about, as people call it: a status's name, a variable's key, a member's display name. */
  subject: z.string(),
  values: z.optional(z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))),
})
export type SettingsChange = z.infer<typeof SettingsChange>

/**
 * Events whose type is `settings/{area}` are the change log of a project: kept for ever, one per save, with this payload.
 * `version` is there for held lists.
 */
export const SettingsEvent = z.object({
  area: SettingsArea,
  changes: z.array(SettingsChange),
  version: z.optional(z.int()),
})
export type SettingsEvent = z.infer<typeof SettingsEvent>
