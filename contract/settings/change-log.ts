import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { SettingsArea, SettingsChange } from './changes.ts'

const Author = z.object({ id: z.int(), name: z.string(), photoUrl: z.nullable(z.string()) })
export type Author = z.infer<typeof Author>

/** One save: who, when, and all it changed. `person` is null for somebody whose account is gone. */
export const ChangeLogEntry = z.object({
  id: z.int(),
  at: z.string(),
  person: z.nullable(Author),
  area: SettingsArea,
  changes: z.array(SettingsChange),
})
export type ChangeLogEntry = z.infer<typeof ChangeLogEntry>

/** An id in an address, or nothing. */
const maybeId = z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(1))))

/** Newest first. `older` is what to ask for next as `before`; null at the end. `people`: everybody who stands in the log, by name. */
export const listSettingsChanges = defineCall({
  name: 'listSettingsChanges',
  summary: 'Who changed what in the settings of a project, and when',
  method: 'GET',
  path: '/api/projects/:projectKey/settings/changes',
  access: { project: 'change-log:read' },
  params: InProject,
  query: z.object({ area: z.optional(SettingsArea), personId: maybeId, before: maybeId }),
  answer: z.object({
    items: z.array(ChangeLogEntry).check(z.maxLength(LIMITS.changesAtOnce)),
    older: z.nullable(z.int()),
    people: z.array(Author),
  }),
})
