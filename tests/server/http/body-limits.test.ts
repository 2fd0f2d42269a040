import { WEBHOOK_PATH } from '../../../contract/launchers/webhooks.ts'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../../contract/call.ts'
import { SSO_PATHS } from '../../../contract/session/single-sign-on.ts'
import { MAX_JSON_DEPTH } from '../../../server/http/json.ts'
import type { BodyLimit } from '../../../server/http/limits/body-limits.ts'
import { WORKER_PATH } from '../../../contract/launchers/worker-protocol.ts'
import { createWorkerToken } from '../../../contract/launchers/workers.ts'
import { createScimToken } from '../../../contract/workspace/scim.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { aGroup, aProject, aWorkspace, type TestUser } from '../support/people.ts'

const MB = 1024 * 1024
let app: TestApp
let owner: TestUser
let params: Record<string, string | number>
let projectId: number
let directory: string
let worker: string

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '100000' })
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner, 'SHOP')
  const scim = { name: 'Directory', groupId: await aGroup(app, []) }
  directory = (await ask(app, createScimToken, { token: owner.token, body: scim })).value
  worker = (await ask(app, createWorkerToken, { token: owner.token, body: { name: 'Lab' } })).value
  const launch = await (await TestAgent.of(app, owner, 'SHOP')).startLaunch()
  const uuid = '00000000-0000-4000-8000-000000000000'
  const uuids = { operationId: uuid, importId: uuid, exploratorySessionId: uuid, observationId: uuid, fileUuid: uuid }
  params = { projectKey: 'SHOP', launchId: launch.id, feature: 'launcher', ...uuids }
})
afterAll(() => app.close())

const isLive = ({ url }: BodyLimit): boolean => url.startsWith('/api/live') || url.includes('websocket')
/** With existing objects as far as authorization requires them. */
const addressOf = ({ url }: BodyLimit): string => {
  const names = [...url.matchAll(/\/:(\w+)/g)].map(([, name = '']) => name)
  const filled = Object.fromEntries(names.map((name) => [name, params[name] ?? 1_000_000]))
  return `${pathOf(url, filled).replaceAll('::', ':')}?projectId=${projectId}&projectKey=SHOP`
}

/** Announces a body of this length and sends none of it; resolves with the status of the early answer. */
const announce = async (limit: BodyLimit, bytes: number, token?: string): Promise<number> => {
  const { port, hostname } = new URL(app.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const head = [
    `${limit.method} ${addressOf(limit)} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(answer.toString().split(' ', 2)[1])
}
/** Of an allowed caller. */
const tokenFor = ({ url }: BodyLimit): string =>
  url.startsWith('/scim/') ? directory : url.startsWith(WORKER_PATH) ? worker : owner.token
const named = ({ method, url }: BodyLimit): string => `${method} ${url}`
/** Webhooks look up their key before they read a body, which is bytes: see `webhooks.test.ts`. */
const isWebhook = ({ url }: BodyLimit): boolean => url.startsWith(WEBHOOK_PATH)
const routes = (): readonly BodyLimit[] => app.app.bodyLimits.filter((limit) => !isLive(limit) && !isWebhook(limit))

test('every route with a body has a limit: small without a session, a megabyte with one, more where declared', () => {
  // Answers of identity providers contain the groups of the user.
  const open = routes().filter(({ isOpen, url }) => isOpen && url !== SSO_PATHS.acs)
  expect(open.filter(({ bytes }) => bytes > 32 * 1024)).toEqual([])
  expect(routes().find(({ url }) => url === SSO_PATHS.acs)?.bytes).toBe(128 * 1024)
  const large = app.app.bodyLimits.filter(({ bytes }) => bytes > MB)
  expect(large.map((limit) => `${named(limit)} ${Math.round(limit.bytes / MB)} MB`).sort()).toMatchSnapshot()
})

test('rejects the body of an unknown caller before reading it', async () => {
  for (const limit of routes().filter(({ isOpen }) => !isOpen))
    expect([named(limit), await announce(limit, Math.min(limit.bytes, 31 * MB))]).toEqual([named(limit), 401])
})

test('rejects a body over the limit of its route by its content length, for every sender', async () => {
  for (const limit of routes()) {
    const status = await announce(limit, limit.bytes + 1, limit.isOpen ? undefined : tokenFor(limit))
    expect([named(limit), status]).toEqual([named(limit), 413])
  }
})

test('a body that does not say how long it is is cut off at the limit', async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(8 * 1024).fill(0x20)),
  })
  const request = fetch(`${app.url}/api/session/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit)
  expect(await request.then(({ status }) => status)).toBe(413)
})

test('a body that is nested too deep is no failure of the server, on any route', async () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  // Agents upload bytes, and a deletion has no body.
  const isJson = ({ method, url }: BodyLimit) =>
    !/\/(?:screenshots|artifacts?)$/.test(url) && !(method === 'DELETE' && url.startsWith('/api/reporting/v1'))
  for (const limit of routes().filter(isJson)) {
    const requested = { method: limit.method, headers: { 'content-type': 'application/json' }, token: tokenFor(limit) }
    const { status, body } = await send(app, addressOf(limit), { ...requested, body: deep(5_000) })
    expect([named(limit), status, body]).toEqual([named(limit), 400, expect.anything()])
  }
  const requested = { method: 'POST', headers: { 'content-type': 'application/json' }, token: owner.token }
  const { body } = await send(app, '/api/projects', { ...requested, body: deep(20_000) })
  expect(body).toMatchObject({ message: `The body is nested deeper than ${MAX_JSON_DEPTH} levels` })
})

test('accepts an agent’s batch of 100,000 lines and rejects one of ten million values', async () => {
  const launch = await (await TestAgent.of(app, owner, 'SHOP')).startLaunch()
  const testId = await launch.startTest()
  const line = { testId, level: 'INFO', timestamp: 1_700_000_000_000, message: 'clicked "Pay" \\ [{' }
  const path = `/api/reporting/v1/test-runs/${launch.id}/logs`
  const sent = { method: 'POST', token: owner.token }
  expect((await send(app, path, { ...sent, body: Array.from({ length: 100_000 }, () => line) })).status).toBe(202)
  const wide = `[${'[],'.repeat(10_000_000)}[]]`
  expect((await send(app, path, { ...sent, body: wide })).status).toBe(413)
})
