import { z } from 'zod/mini'
import type { AnyCall } from '../../contract/call.ts'
import { Problem } from '../../contract/errors.ts'

type Json = Record<string, unknown>

/**
 * Returns the OpenAPI document of the contract's calls. Its paths are generated on first access, because they would take a large part of
 * the server's start.
 */
export const openApiOf = (calls: readonly AnyCall[], publicUrl: string, version: string): Json => {
  let paths: Json | null = null
  return {
    openapi: '3.1.0',
    info: { title: 'Assay', version, description: 'Calls of the browser and of anybody else with a token.' },
    servers: [{ url: publicUrl }],
    get paths() {
      return (paths ??= { ...pathsOf(calls), ...PROBES })
    },
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An access token (Profile → API Access), as it is.' },
      },
    },
  }
}

const pathsOf = (calls: readonly AnyCall[]): Record<string, Json> => {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = call.path.replace(/\/:(\w+)/g, '/{$1}')
    ;(paths[path] ??= {})[call.method.toLowerCase()] = operationOf(call)
  }
  return paths
}

const probe = (operationId: string, summary: string, responses: Json): Json => ({
  get: { operationId, summary, tags: ['health'], security: [], responses },
})
const READY = { 200: { description: 'The database takes reads and writes' }, 503: { description: 'It does not' } }

/** Probes for orchestrators and load balancers, which are not calls of the contract. */
const PROBES: Json = {
  '/api/health/live': probe('live', 'Whether the process runs', { 200: { description: 'It does' } }),
  '/api/health/ready': probe('ready', 'Whether requests can be served', READY),
  '/api/health': probe('health', 'The same as ready', READY),
}

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

/**
 * Returns whether the schema is that of a call without a body. A union, an intersection or an array has no `properties`, but is not empty.
 */
const isEmptyObject = ({ type, properties = {}, required: _, additionalProperties: __, ...rest }: Json): boolean =>
  type === 'object' && Object.keys(properties as object).length === 0 && Object.keys(rest).length === 0

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of your own for this request. Repeated with it within a week, it is carried out once and answered alike.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const operationOf = (call: AnyCall): Json => {
  const parameters = [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    ...(call.method !== 'GET' && call.access !== 'anyone' ? [IDEMPOTENCY_KEY] : []),
  ]
  const body = schemaOf(call.body, 'input')
  const hasBody = call.method !== 'GET' && !isEmptyObject(body)
  const refusal = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  return {
    operationId: call.name,
    summary: call.summary,
    description: accessOf(call),
    tags: [tagOf(call.path)],
    security: call.access === 'anyone' ? [] : [{ token: [] }],
    parameters,
    ...(hasBody ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(call.answer, 'output') } } },
      default: refusal,
    },
  }
}

const parametersOf = (schema: z.ZodMiniType, place: 'path' | 'query'): Json[] => {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

const anyOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' or ')

const rolesOf = ({ orRole }: Extract<AnyCall['access'], { workspace: unknown }>): string =>
  orRole === undefined
    ? ''
    : ` Also who is ${anyOf(orRole.roles)} in ${orRole.in === 'any-project' ? 'any project' : 'every project, by their groups'}.`

const accessOf = ({ access, feature, anyFeature, allFeatures }: AnyCall): string => {
  const who =
    access === 'anyone'
      ? 'Anyone.'
      : access === 'signed-in'
        ? 'Any signed-in user.'
        : access === 'writer'
          ? 'Any user who is not read-only.'
          : 'project' in access
            ? `Members of the project whose role allows \`${access.project}\`.`
            : 'public' in access
              ? `Visitors of a public link to a thing of the type \`${access.public}\`.`
              : `Holders of the permission ${anyOf([access.workspace, ...(access.or ?? [])])}.${rolesOf(access)}`
  if (anyFeature) return `${who} One of the features ${anyOf(anyFeature)} has to be on.`
  if (allFeatures) return `${who} The features ${allFeatures.map((name) => `\`${name}\``).join(' and ')} have to be on.`
  return feature ? `${who} The feature \`${feature}\` has to be on.` : who
}

const tagOf = (path: string): string =>
  path.includes('/launches') || path.includes('launch-') || path.includes('/streams')
    ? 'launches'
    : path.startsWith('/api/projects') || path.startsWith('/api/tcm/')
      ? 'projects'
      : /\/(?:users|user-existence|groups|permissions|invitations|seats)\b/.test(path)
        ? 'users'
        : path.includes('/profile') || path.includes('/access-tokens')
          ? 'profile'
          : 'session'
