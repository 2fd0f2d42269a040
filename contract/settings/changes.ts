import { z } from 'zod/mini'

/** Parts of a project's settings, as in the change log. */
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
  'pull-requests',
  'quality-gate',
  'flaky-tests',
  'retention',
  'badge',
] as const
export const SettingsArea = z.enum(SETTINGS_AREAS)
export type SettingsArea = z.infer<typeof SettingsArea>

/** One change of the settings. `values` contains the previous and the new value by field, never those of secrets. */
export const SettingsChange = z.object({
  kind: z.enum(['added', 'changed', 'deleted', 'moved', 'revealed']),
  /** Name of the changed object, such as a status's name, a variable's key or a member's display name. */
  subject: z.string(),
  values: z.optional(z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))),
})
export type SettingsChange = z.infer<typeof SettingsChange>

/**
 * Payload of events with the type `settings/{area}`. These events are the change log of a project: one per save, stored without expiry.
 * `version` is set for held lists.
 */
export const SettingsEvent = z.object({
  area: SettingsArea,
  changes: z.array(SettingsChange),
  version: z.optional(z.int()),
  /** A rule of the project made the changes, and no user. */
  isAutomatic: z.optional(z.boolean()),
})
export type SettingsEvent = z.infer<typeof SettingsEvent>
