import { z } from 'zod/mini'
import { callsOf, defineCall, flagInQuery, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { EntryName } from './entry-name.ts'
import { Variable } from './variables.ts'

/** An environment that tests run in, such as staging (ENVS-07). A deleted one stays stored, because results refer to it (ENVS-25). */
export const Environment = z.object({
  id: z.int(),
  name: z.string(),
  key: z.string(),
  description: z.string(),
  deletedAt: z.nullable(z.string()),
  /** Absent unless requested. */
  variables: z.optional(z.array(Variable)),
})
export type Environment = z.infer<typeof Environment>

const key = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.maxEntryName, TEXTS.keyTooLong(LIMITS.maxEntryName)),
    z.regex(/^[A-Za-z0-9._-]+$/, TEXTS.environmentKeyCharacters),
  )
const description = z
  .string()
  .check(z.trim(), z.maxLength(LIMITS.environmentDescription, TEXTS.descriptionTooLong(LIMITS.environmentDescription)))

/** Name and key are each unique among the environments that are not deleted, ignoring case. */
export const EnvironmentValues = z.object({ name: EntryName, key, description: z._default(description, '') })

/** An edit as in `concurrent-edits.ts`. */
export const EnvironmentChange = withExpected(z.partial(z.object({ name: EntryName, key, description })))
export type EnvironmentChange = z.infer<typeof EnvironmentChange>
export type EnvironmentValues = z.infer<typeof EnvironmentValues>

const path = '/api/projects/:projectKey/environments'
const InEnvironment = z.object({ ...inProject, environmentId: idInPath })

export const listEnvironments = defineCall({
  name: 'listEnvironments',
  summary: 'The environments of a project by name',
  method: 'GET',
  path,
  access: { project: 'settings:read' },
  params: InProject,
  query: z.object({ includeVariables: flagInQuery, includeDeleted: flagInQuery }),
  answer: z.object({ items: z.array(Environment) }),
})

const environmentCalls = callsOf({
  path: `${path}/:environmentId`,
  params: InEnvironment,
  read: { project: 'settings:read' },
  write: { project: 'settings:write' },
})

export const getEnvironment = environmentCalls.get(
  'getEnvironment',
  'One environment with its variables, also a deleted one',
  {
    answer: Environment,
  },
)

/** 409 with a message at `name` or `key` when another one has it. */
export const createEnvironment = defineCall({
  name: 'createEnvironment',
  summary: 'Creates an environment without variables',
  method: 'POST',
  path,
  access: { project: 'settings:write' },
  params: InProject,
  body: EnvironmentValues,
  answer: Environment,
})

/** 409 with a message at `name` or `key` when another one has it, `stale` when edits collide. */
export const updateEnvironment = environmentCalls.put(
  'updateEnvironment',
  'Changes name, key and description of an environment',
  {
    body: EnvironmentChange,
    answer: Environment,
  },
)

export const deleteEnvironment = environmentCalls.delete(
  'deleteEnvironment',
  'Takes an environment out of use; it is kept and can be restored',
)

/** 409 when its name or key is now in use. */
export const restoreEnvironment = environmentCalls.post(
  'restoreEnvironment',
  'Takes a deleted environment into use again, with its variables',
  {
    path: '/restore',
    answer: Environment,
  },
)
