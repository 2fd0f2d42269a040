import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'

/** Replaces the value of a secret in answers. */
export const SECRET_MASK = '••••••••'

/**
 * A variable of the project or of one environment (ENVS-08). `value` of a secret is `SECRET_MASK`; `valueVersion` changes with the secret
 * value without revealing it.
 */
export const Variable = z.object({
  id: z.int(),
  key: z.string(),
  value: z.string(),
  secret: z.boolean(),
  valueVersion: z.optional(z.string()),
})
export type Variable = z.infer<typeof Variable>

/** Key by which tests read the variable, case-sensitive. Unique in its scope: the project, or one environment. */
export const VariableKey = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.maxEntryName, TEXTS.keyTooLong(LIMITS.maxEntryName)),
    z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, TEXTS.variableKeyCharacters),
  )

export const VariableValue = z
  .string()
  .check(
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.variableValue, TEXTS.valueTooLong(LIMITS.variableValue)),
  )

export const NewVariable = z.object({ key: VariableKey, value: VariableValue, secret: z._default(z.boolean(), false) })
export type NewVariable = z.infer<typeof NewVariable>

/**
 * An edit as in `concurrent-edits.ts`. Turning a secret into a plain variable requires a new `value`. The expected value of a secret is its
 * `valueVersion`.
 */
export const ChangedVariable = withExpected(
  z.partial(z.object({ key: VariableKey, value: VariableValue, secret: z.boolean() })),
)
export type ChangedVariable = z.infer<typeof ChangedVariable>

const path = '/api/projects/:projectKey/variables'
const OfProject = z.object({ ...inProject, variableId: idInPath })
const environmentPath = '/api/projects/:projectKey/environments/:environmentId/variables'
const InEnvironment = z.object({ ...inProject, environmentId: idInPath })
const OfEnvironment = z.object({ ...inProject, environmentId: idInPath, variableId: idInPath })

export const listVariables = defineCall({
  name: 'listVariables',
  summary: 'The variables of a project that all its environments have',
  method: 'GET',
  path,
  access: { project: 'settings:read' },
  feature: 'test-case-variables',
  params: InProject,
  answer: z.object({ items: z.array(Variable) }),
})

/** 409 with a message at `key` when the project already has it. */
export const createVariable = defineCall({
  name: 'createVariable',
  summary: 'Creates a variable for all environments of a project',
  method: 'POST',
  path,
  access: { project: 'settings:write' },
  feature: 'test-case-variables',
  params: InProject,
  body: NewVariable,
  answer: Variable,
})

/** 409 with a message at `key` when the project already has it. */
export const updateVariable = defineCall({
  name: 'updateVariable',
  summary: 'Changes a variable of a project',
  method: 'PUT',
  path: `${path}/:variableId`,
  access: { project: 'settings:write' },
  feature: 'test-case-variables',
  params: OfProject,
  body: ChangedVariable,
  answer: Variable,
})

export const deleteVariable = defineCall({
  name: 'deleteVariable',
  summary: 'Deletes a variable of a project',
  method: 'DELETE',
  path: `${path}/:variableId`,
  access: { project: 'settings:write' },
  feature: 'test-case-variables',
  params: OfProject,
})

/** Overrides the project's variable with the same key (ENVS-10). 409 with a message at `key` when the environment already has it. */
export const createEnvironmentVariable = defineCall({
  name: 'createEnvironmentVariable',
  summary: 'Creates a variable of an environment',
  method: 'POST',
  path: environmentPath,
  access: { project: 'settings:write' },
  params: InEnvironment,
  body: NewVariable,
  answer: Variable,
})

/** 409 with a message at `key` when the environment already has it. */
export const updateEnvironmentVariable = defineCall({
  name: 'updateEnvironmentVariable',
  summary: 'Changes a variable of an environment',
  method: 'PUT',
  path: `${environmentPath}/:variableId`,
  access: { project: 'settings:write' },
  params: OfEnvironment,
  body: ChangedVariable,
  answer: Variable,
})

export const deleteEnvironmentVariable = defineCall({
  name: 'deleteEnvironmentVariable',
  summary: 'Deletes a variable of an environment',
  method: 'DELETE',
  path: `${environmentPath}/:variableId`,
  access: { project: 'settings:write' },
  params: OfEnvironment,
})

/** A variable that applies to an environment. `source`: an environment's variable overrides the project's with the same key (ENVS-10). */
export const EffectiveVariable = z.extend(z.pick(Variable, { key: true, value: true, secret: true }), {
  source: z.enum(['project', 'environment']),
})
export type EffectiveVariable = z.infer<typeof EffectiveVariable>

/** By key. Without `environmentId`, only the project's. Also for a deleted environment, to which runs still refer. */
export const listEffectiveVariables = defineCall({
  name: 'listEffectiveVariables',
  summary: 'The variables that apply to an environment, with the values that cases show',
  method: 'GET',
  path: '/api/projects/:projectKey/effective-variables',
  access: { project: 'settings:read' },
  feature: 'test-case-variables',
  params: InProject,
  query: z.object({ environmentId: z.optional(idInPath) }),
  answer: z.object({ items: z.array(EffectiveVariable) }),
})

/**
 * The only call that answers values of secrets, of all or of those in `variableIds`. The change log records each reveal. `rawValue` is null
 * for a secret that was encrypted with another server key and cannot be decrypted. Without the feature test-case-variables, only secrets of
 * environments are answered.
 */
export const revealSecrets = defineCall({
  name: 'revealSecrets',
  summary: 'Values of secret variables of a project and its environments',
  method: 'POST',
  path: '/api/projects/:projectKey/secrets/reveal',
  access: { project: 'secrets:reveal' },
  params: InProject,
  body: z.object({ variableIds: z.optional(z.array(z.int()).check(z.maxLength(1000))) }),
  answer: z.object({ items: z.array(z.object({ id: z.int(), rawValue: z.nullable(z.string()) })) }),
})
