import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../../contract/call.ts'
import { CALLS } from '../../../contract/call.ts'
import { send, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace } from '../support/people.ts'
import { bodiesOf, type JsonSchema } from './generated.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
}

let app: TestApp
let token: string
let projectId: number
let operations: Operation[]
beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '100000' })
  const owner = await aWorkspace(app)
  token = owner.token
  projectId = await aProject(app, owner, 'SHOP')
  await aProject(app, owner, 'GONE')
  const { body } = await send(app, '/api/docs/json')
  const { paths } = body as { paths: Record<string, Record<string, Operation>> }
  operations = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/api/health'))
    .flatMap(([, methods]) => Object.values(methods))
})
afterAll(() => app.close())

const callOf = ({ operationId }: Operation) => {
  const call = CALLS.find(({ name }) => name === operationId)
  if (call === undefined) throw new Error(`${operationId} is no call of the contract`)
  return call
}

const addressOf = (operation: Operation): string => {
  const { name, path } = callOf(operation)
  const known: Record<string, string | number> = { projectKey: name === 'deleteProject' ? 'GONE' : 'SHOP', projectId }
  const valueOf = ({ name: parameter, schema }: Operation['parameters'][number]): string | number =>
    known[parameter] ?? (schema.type === 'string' ? String(bodiesOf(schema)[0]) : 1_000_000)
  const given = operation.parameters.filter((one) => one.required || one.name in known)
  const inPlace = (place: 'path' | 'query') =>
    Object.fromEntries(given.filter((one) => one.in === place).map((one) => [one.name, valueOf(one)]))
  const query = new URLSearchParams(Object.entries(inPlace('query')).map(([key, value]) => [key, String(value)]))
  return `${pathOf(path, inPlace('path'))}?${query.toString()}`
}

/** Checks beyond the shape are not in the document. */
const isOfShape = ({ code }: { code?: string }): boolean => code !== 'custom'

test('[REPO-29] documents every call of the Launchers area with its method, path and answer', async () => {
  const { body } = await send(app, '/api/docs/json')
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string; responses: object }>> }
  const area = CALLS.filter(({ allFeatures }) => allFeatures?.includes('launcher'))
  expect(area.length).toBeGreaterThan(30)
  const missing = area.filter(({ name, method, path }) => {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    return operation?.operationId !== name || !('200' in operation.responses)
  })
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('documents a body for every call that accepts one', () => {
  const described = operations
    .filter(({ requestBody }) => requestBody !== undefined)
    .map(({ operationId }) => operationId)
  const taking = CALLS.filter(
    ({ method, body }) => method !== 'GET' && !(body.safeParse({}).success && body.safeParse({}).data === undefined),
  ).filter(({ body }) => {
    const { def } = body._zod as unknown as { def: { type: string; shape?: object } }
    return def.type !== 'object' || Object.keys(def.shape ?? {}).length > 0
  })
  expect(described.sort()).toEqual(taking.map(({ name }) => name).sort())
})

test('[PRODUCT-12] [MERR-07] every operation accepts the bodies that the document describes', async () => {
  const problems: unknown[] = []
  let called = 0
  for (const operation of operations) {
    const call = callOf(operation)
    const schema = operation.requestBody?.content['application/json'].schema
    const bodies = schema === undefined ? [undefined] : bodiesOf(schema)
    for (const body of bodies) {
      const sent = { method: call.method, token, ...(body === undefined ? {} : { body }) }
      const { status, body: answer } = await send(app, addressOf(operation), sent)
      called += 1
      const parsed = call.body.safeParse(body ?? {})
      const wrong = status === 400 && !parsed.success ? parsed.error.issues.filter(isOfShape) : []
      if (status >= 500 || status === 403 || wrong.length > 0)
        problems.push({ call: call.name, status, wrong, sent: JSON.stringify(body)?.slice(0, 300), answer })
    }
  }
  expect(problems).toEqual([])
  expect(called).toBeGreaterThan(operations.length)
})
