import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { NamedUser } from '../projects/people.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { FLAG_FIELDS, isFlag, OPERATORS, PREDICATE_FIELDS } from './launch-predicates.ts'
import { LAUNCH_STATUSES } from './launches.ts'

/** Schema of the predicates in a saved filter, with their limits. */

const Predicate = z
  .object({
    field: z.enum([...PREDICATE_FIELDS, ...FLAG_FIELDS, 'q']),
    operator: z.enum(OPERATORS),
    values: z
      .array(z.string().check(z.minLength(1), z.maxLength(LIMITS.predicateValue)))
      .check(z.minLength(1), z.maxLength(LIMITS.predicateValues)),
  })
  .check(
    z.check(({ value: predicate, issues }) => {
      const { field, operator, values } = predicate
      const refuse = (message: string) => issues.push({ code: 'custom', message, path: ['values'], input: values })
      const isOneOf = (known: readonly string[]) => values.every((value) => known.includes(value))
      if (field === 'status' && !isOneOf(LAUNCH_STATUSES)) refuse('This is not a status of a launch')
      if (!isFlag(field) && field !== 'q') return
      if (operator !== 'IS' || values.length !== 1) refuse('Takes one value')
      else if (isFlag(field) && !isOneOf(['true', 'false'])) refuse('Must be true or false')
      else if (field === 'q' && (values[0]?.length ?? 0) > 200) refuse('Must be between 1 and 200 characters')
    }),
  )

/** Predicates of a filter; each field at most once per operator. */
const Predicates = z.array(Predicate).check(
  z.minLength(1, 'A filter needs at least one predicate'),
  z.maxLength(2 * PREDICATE_FIELDS.length + FLAG_FIELDS.length + 1),
  z.refine((all) => JSON.stringify(all).length <= 20_000, 'A filter can have at most 20,000 characters'),
  z.refine(
    (all) => new Set(all.map(({ field, operator }) => `${field} ${operator}`)).size === all.length,
    'A predicate is named twice',
  ),
)

/** Named predicates of the launches list that users save and share. */

/** A saved filter for one user: `isFavorite` is that user's setting. Private filters are visible only to their creator. */
export const SavedFilter = z.object({
  id: z.int(),
  name: z.string(),
  items: Predicates,
  isPrivate: z.boolean(),
  isFavorite: z.boolean(),
  /** Null once the account is deleted. */
  createdBy: z.nullable(NamedUser),
  /** Increases with each change that is visible to others. */
  version: z.int(),
})
export type SavedFilter = z.infer<typeof SavedFilter>

export const SavedFilterFields = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, TEXTS.required),
      z.maxLength(LIMITS.savedFilterName, `Must be between 1 and ${LIMITS.savedFilterName} characters`),
    ),
  isPrivate: z._default(z.boolean(), true),
})

const inFilter = { ...inProject, filterId: idInPath }

/** The caller's own filters and all public ones: the caller's favourites first, then the others, each sorted by name. */
export const listSavedFilters = defineCall({
  name: 'listSavedFilters',
  summary: 'Saved filters of the launches list',
  method: 'GET',
  path: '/api/projects/:projectKey/saved-launch-filters',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  answer: z.object({ items: z.array(SavedFilter) }),
})

/** 409 at `name` if the caller has a filter with that name in the project. */
export const createSavedFilter = defineCall({
  name: 'createSavedFilter',
  summary: 'Saves a filter of the launches list',
  method: 'POST',
  path: '/api/projects/:projectKey/saved-launch-filters',
  access: { project: 'launches:write' },
  feature: 'test-automation',
  params: InProject,
  body: z.extend(SavedFilterFields, { items: Predicates }),
  answer: SavedFilter,
})

/**
 * An edit as in `concurrent-edits.ts`. Everybody may mark a favourite. 403 for changing the privacy, except for the creator, administrators
 * of the project, and users with `reporting-filters-create-public`.
 */
export const updateSavedFilter = defineCall({
  name: 'updateSavedFilter',
  summary: 'Marks a saved filter as favourite, public or private',
  method: 'PATCH',
  path: '/api/projects/:projectKey/saved-launch-filters/:filterId',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: z.object(inFilter),
  body: withExpected(z.object({ isFavorite: z.optional(z.boolean()), isPrivate: z.optional(z.boolean()) })),
  answer: SavedFilter,
})

/** Only for the filter's creator and users with `reporting-filters-delete-any`. 409 `stale` if `version` is outdated. */
export const deleteSavedFilter = defineCall({
  name: 'deleteSavedFilter',
  summary: 'Deletes a saved filter; it can be restored for a day',
  method: 'DELETE',
  path: '/api/projects/:projectKey/saved-launch-filters/:filterId',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: z.object(inFilter),
  query: z.object({ version: z.optional(z.pipe(z.coerce.number(), z.int32().check(z.minimum(1)))) }),
})

/** Requires permission to delete the filter. 409 at `name` if another filter has the name now. */
export const restoreSavedFilter = defineCall({
  name: 'restoreSavedFilter',
  summary: 'Restores a deleted saved filter',
  method: 'POST',
  path: '/api/projects/:projectKey/saved-launch-filters/:filterId/restore',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: z.object(inFilter),
  answer: SavedFilter,
})
