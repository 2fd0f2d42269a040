import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { SettingsArea, SettingsChange } from './changes.ts'

const Author = z.object({
  id: z.int(),
  name: z.string(),
  photoUrl: z.nullable(z.string()),
  isServiceAccount: z.optional(z.boolean()),
})
export type Author = z.infer<typeof Author>

/** One save: user, time, and all its changes. `user` is null once the account is deleted, and for changes by a rule. */
export const ChangeLogEntry = z.object({
  id: z.int(),
  at: z.string(),
  user: z.nullable(Author),
  isAutomatic: z.boolean(),
  area: SettingsArea,
  changes: z.array(SettingsChange),
})
export type ChangeLogEntry = z.infer<typeof ChangeLogEntry>

/** Optional id in a query string. */
const maybeId = z.optional(z.pipe(z.coerce.number(), z.int32().check(z.minimum(1))))

/**
 * Newest first. `older` is the `before` of the next page; null on the last page. `people`: everybody with an entry in the log, sorted by
 * name.
 */
export const listSettingsChanges = defineCall({
  name: 'listSettingsChanges',
  summary: 'Who changed what in the settings of a project, and when',
  method: 'GET',
  path: '/api/projects/:projectKey/settings/changes',
  access: { project: 'change-log:read' },
  params: InProject,
  query: z.object({ area: z.optional(SettingsArea), userId: maybeId, before: maybeId }),
  answer: z.object({
    items: z.array(ChangeLogEntry).check(z.maxLength(LIMITS.changesAtOnce)),
    older: z.nullable(z.int()),
    people: z.array(Author),
  }),
})
