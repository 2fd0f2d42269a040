import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import {
  FIELD_KEYS,
  fieldsWith,
  INTEGRATION_KEYS,
  INTEGRATION_LIMITS,
  isSecret,
  type FieldKey,
  type FieldValues,
  type IntegrationField,
  type IntegrationKey,
  type IntegrationKind,
} from './integration-kinds.ts'
import { INTEGRATION_TEXTS } from './integration-texts.ts'

const eachField = <Schema extends z.ZodMiniType>(schema: Schema) =>
  Object.fromEntries(FIELD_KEYS.map((key) => [key, schema])) as Record<FieldKey, Schema>

const IntegrationName = z.enum(INTEGRATION_KEYS as [IntegrationKey, ...IntegrationKey[]])

/** Result of the last check. */
export const CheckResult = z.object({
  at: z.string(),
  /** Null if the check succeeded. */
  problem: z.nullable(z.string()),
  /** Account to which the credentials belong in the system; null if the system does not name it. */
  account: z.nullable(z.string()),
})
export type CheckResult = z.infer<typeof CheckResult>

export const Integration = z.object({
  key: IntegrationName,
  /** Whether it is set up in the workspace; otherwise it can only be part of the server's configuration. */
  isStored: z.boolean(),
  enabled: z.boolean(),
  /** Values of its fields except secrets. */
  values: z.object(eachField(z.optional(z.string()))),
  /** Time at which each stored secret was entered, which is the expected value in an edit. */
  secrets: z.object(eachField(z.optional(z.string()))),
  /** Last check of the stored values. */
  checked: z.nullable(CheckResult),
  /** Settings from the server's configuration; null if there are none. */
  server: z.nullable(z.object({ isOn: z.boolean(), about: z.string() })),
})
export type Integration = z.infer<typeof Integration>

export type IntegrationStatus = 'not-set-up' | 'on' | 'off' | 'failing'

export const statusOf = ({ isStored, enabled, checked, server }: Integration): IntegrationStatus => {
  if (!isStored && server?.isOn !== true) return 'not-set-up'
  if (isStored && !enabled) return 'off'
  return checked?.problem == null ? 'on' : 'failing'
}

/** Returns whether the text is an http(s) URL without credentials and fragment, and without a query unless allowed. */
const isAddress = (text: string, mayHaveQuery: boolean): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hash, search } = new URL(text)
  const isPlain = username === '' && password === '' && hash === '' && (mayHaveQuery || search === '')
  return isPlain && (protocol === 'https:' || protocol === 'http:')
}

const problemOf = (
  field: IntegrationField,
  value: string,
  isStored: (key: FieldKey) => boolean,
): string | undefined => {
  const { key, type, isOptional, options } = field
  if (value === '') {
    const isThere = isOptional === true || (isSecret(field) && isStored(key))
    return isThere ? undefined : TEXTS.required
  }
  if (type === 'choice' && options?.every((option) => option.value !== value) === true) return INTEGRATION_TEXTS.choice
  const isOfType = (type !== 'url' && type !== 'secret-url') || isAddress(value, type === 'secret-url')
  return isOfType ? undefined : INTEGRATION_TEXTS.address
}

/** Returns the errors in the values of an integration, by field. An empty secret stands for the stored one, if there is one. */
export const problemsIn = (
  kind: Pick<IntegrationKind, 'fields'>,
  values: FieldValues,
  isStored: (key: FieldKey) => boolean,
): { [Key in FieldKey]?: string } =>
  Object.fromEntries(
    fieldsWith(kind, values).flatMap((field) => {
      const problem = problemOf(field, values[field.key] ?? '', isStored)
      return problem === undefined ? [] : [[field.key, problem]]
    }),
  )

/** Returns whether the fields that determine where secrets are sent have changed. If so, stored secrets must not be used. */
export const leadsElsewhere = (kind: Pick<IntegrationKind, 'fields'>, stored: FieldValues, values: FieldValues) =>
  fieldsWith(kind, values).some(
    ({ key, type }) => (type === 'url' || type === 'choice') && (stored[key] ?? '') !== (values[key] ?? ''),
  )

const fieldValues = eachField(
  z.optional(
    z
      .string()
      .check(z.trim(), z.maxLength(INTEGRATION_LIMITS.field, INTEGRATION_TEXTS.tooLong(INTEGRATION_LIMITS.field))),
  ),
)

const path = '/api/workspace/integrations'
const OfIntegration = z.object({ integration: z.string().check(z.maxLength(50)) })
const anyFeature = ['test-automation', 'defects-linking', 'requirements-mapping'] as const
const seen = {
  anyFeature,
  access: { workspace: 'INTEGRATIONS_WRITE', orRole: { roles: ['ADMINISTRATOR', 'MANAGER'], in: 'any-project' } },
} as const
/** A role in a single project is not enough, because any user may create a project. */
const changed = {
  anyFeature,
  access: { workspace: 'INTEGRATIONS_WRITE', orRole: { roles: ['ADMINISTRATOR', 'MANAGER'], in: 'every-project' } },
} as const

/** Integrations whose edition feature is on, in the order of `INTEGRATION_KINDS`. */
export const listIntegrations = defineCall({
  name: 'listIntegrations',
  summary: 'The integrations of the workspace and their status',
  method: 'GET',
  path,
  ...seen,
  answer: z.object({ items: z.array(Integration), mayChange: z.boolean() }),
})

/** 403 `featureOff` while the edition feature of the integration is off. */
export const getIntegration = defineCall({
  name: 'getIntegration',
  summary: 'One integration, without its secrets',
  method: 'GET',
  path: `${path}/:integration`,
  ...seen,
  params: OfIntegration,
  answer: z.object({ integration: Integration, mayChange: z.boolean() }),
})

/**
 * An edit as in `concurrent-edits.ts` that can also set up an integration. An empty secret keeps the stored one; the expected value of a
 * secret is the time at which it was entered. 400 if the address changes and a required secret is not entered again; optional secrets are
 * dropped. Changing fields discards the result of the last check.
 */
export const saveIntegration = defineCall({
  name: 'saveIntegration',
  summary: 'Sets an integration up, changes it, or switches it on or off',
  method: 'PATCH',
  path: `${path}/:integration`,
  ...changed,
  params: OfIntegration,
  body: withExpected(z.object({ ...fieldValues, enabled: z.optional(z.boolean()) })),
  answer: Integration,
})

export const removeIntegration = defineCall({
  name: 'removeIntegration',
  summary: 'Removes an integration with its secrets',
  method: 'DELETE',
  path: `${path}/:integration`,
  ...changed,
  params: OfIntegration,
})

/**
 * Calls the system with these values; an empty secret stands for the stored one, as in `saveIntegration`. The result is stored only if the
 * values equal the stored ones. 400 as in `saveIntegration`.
 */
export const checkIntegration = defineCall({
  name: 'checkIntegration',
  summary: 'Checks the connection to a system',
  method: 'PUT',
  path: `${path}/:integration/check`,
  ...changed,
  params: OfIntegration,
  body: z.object(fieldValues),
  answer: CheckResult,
})

/** For pages with functions that depend on an integration (CONF-26, CONF-27). */
export const listEnabledIntegrations = defineCall({
  name: 'listEnabledIntegrations',
  summary: 'Which integrations are on',
  method: 'GET',
  path: '/api/workspace/enabled-integrations',
  access: 'signed-in',
  answer: z.object({ items: z.array(z.object({ key: IntegrationName, name: z.string() })) }),
})

/** Credentials with which tests connect to a testing platform (HUB-12). Null for values that the platform does not have. */
export const TestingPlatform = z.object({
  integration: IntegrationName,
  name: z.string(),
  icon: z.enum(['cloud', 'server']),
  hubUrl: z.string(),
  username: z.nullable(z.string()),
  accessKey: z.nullable(z.string()),
  key: z.nullable(z.string()),
  secret: z.nullable(z.string()),
})
export type TestingPlatform = z.infer<typeof TestingPlatform>

/** Platforms that are on. The audit log records each reveal (CONF-30, CONF-36). */
export const revealTestingPlatforms = defineCall({
  name: 'revealTestingPlatforms',
  summary: 'Testing platforms with their decrypted credentials',
  method: 'GET',
  path: '/api/projects/:projectKey/testing-platforms',
  access: { project: 'secrets:reveal', orHolding: 'INTEGRATIONS_WRITE' },
  feature: 'test-automation',
  params: InProject,
  answer: z.object({ items: z.array(TestingPlatform) }),
})
