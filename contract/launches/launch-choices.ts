/** Values for the filters of the launches list. Each list of values is loaded when its choice is opened. */
import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { InProject } from '../projects/projects.ts'

/** Predicates whose values are read from the launches of the project. */
export const CHOICE_FIELDS = [
  'user',
  'environment',
  'locale',
  'browser',
  'platform',
  'build',
  'milestone',
  'branch',
  'commit',
] as const
export const ChoiceField = z.enum(CHOICE_FIELDS)
export type ChoiceField = z.infer<typeof ChoiceField>

/** Filters by values that contain the text, ignoring case; all values if empty. */
const search = { q: z._default(z.string().check(z.maxLength(200)), '') }

/** Most used first. `hasMore`: further values can be found by searching. */
const Choices = z.object({ items: z.array(z.string()), hasMore: z.boolean() })

export const listLaunchChoices = defineCall({
  name: 'listLaunchChoices',
  summary:
    'Users, environments, locales, browsers, platforms, builds, milestones, branches or commits of the launches of a project',
  method: 'GET',
  path: '/api/projects/:projectKey/launch-choices/:field',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: z.extend(InProject, { field: ChoiceField }),
  query: z.object(search),
  answer: Choices,
})

/** In alphabetical order. `nextPageToken` is null on the last page. */
export const listLaunchLabelKeys = defineCall({
  name: 'listLaunchLabelKeys',
  summary: 'A page of the keys of launch labels',
  method: 'GET',
  path: '/api/projects/:projectKey/launch-label-keys',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  query: z.object({ pageToken: z._default(z.string().check(z.maxLength(2000)), '') }),
  answer: z.object({ items: z.array(z.string()), nextPageToken: z.nullable(z.string()) }),
})

export const listLaunchLabels = defineCall({
  name: 'listLaunchLabels',
  summary: 'Values of the launch labels of a key',
  method: 'GET',
  path: '/api/projects/:projectKey/launch-labels',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  query: z.object({ key: z.string().check(z.minLength(1), z.maxLength(500)), ...search }),
  answer: Choices,
})
