import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Subscription } from 'rxjs'
import { WebSocketServer, type WebSocket } from 'ws'
import { LIVE_ENDPOINT, projectStream, replayStream, topics, type LiveMessage } from '../../../contract/live.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { createLive, type Live, type LiveState } from '../../../services/live/live.ts'
import { appendEvents } from '../../../server/db/events.ts'
import { openSession } from '../../../server/session/sessions.ts'
import { TENANT } from '../../../server/config.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, SIGNED_IN, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
let projectId: number
/** The page's client of the live channel, with real sockets. */
let live: Live
let token: string
let renewals = 0
const logged: string[] = []
const states: LiveState[] = []
const watched: Subscription[] = []
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
  token = owner.token
  const session = {
    token: () => token,
    renew: async () => {
      renewals += 1
      token = (await openSession(app.db, owner.id, app.config, SIGNED_IN)).session.authToken
    },
  }
  live = createLive(session, (message) => logged.push(message), { endpoint: `${app.url}${LIVE_ENDPOINT}` })
  watched.push(live.state$.subscribe((state) => states.push(state)))
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  watched.forEach((one) => one.unsubscribe())
  await live.close()
  await app.close()
})

/** Skips the client's waits between attempts to connect; returns how long they would have been. */
const hurry = (): number[] => {
  const waits: number[] = []
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number, ...rest: unknown[]) => {
    // Other waits exist, too: of STOMP's waits only these have that length.
    if (ms !== LIMITS.reconnectMs || !new Error('asks').stack?.includes('stompjs'))
      return real(act, ms, ...(rest as []))
    waits.push(ms)
    return real(act, 0)
  }) as typeof setTimeout)
  return waits
}

const follow = (destination: string) => {
  const messages: LiveMessage[] = []
  let standing = 0
  watched.push(live.follow(destination, () => (standing += 1)).subscribe((message) => messages.push(message)))
  return { messages, standing: () => standing }
}

test('reports a subscription once the server has confirmed it, and delivers later messages', async () => {
  const { messages, standing } = follow(topics.statistics(TENANT))
  await expect.poll(standing).toBe(1)
  const launch = await agent.startLaunch()
  await expect.poll(() => messages.length).toBe(1)
  expect(messages[0]).toMatchObject({ testRunStatistics: { testRunId: launch.id } })
  const second = follow(topics.statistics(TENANT))
  expect(second.standing()).toBe(1)
})

test('calls the subscribers of a rejected subscription, which then learn the reason from the data', async () => {
  const { standing } = follow(topics.tests(TENANT, 999_999))
  await expect.poll(standing).toBe(1)
})

test('[LIVE-05] reconnects 10 s after a lost connection, with a new token if the old one has expired, and loses nothing', async () => {
  const runs = follow(topics.testRuns(TENANT))
  const counts = follow(topics.statistics(TENANT))
  await expect.poll(runs.standing).toBe(1)
  await agent.startLaunch()
  await expect.poll(() => runs.messages.length).toBe(1)

  const waits = hurry()
  await app.db.deleteFrom('session').execute()
  const signedOut = { stream: `person:${owner.id}`, type: 'person/signed-out', payload: {} }
  await app.db.transaction().execute((tx) => appendEvents(tx, [signedOut]))
  await agent.startLaunch()
  await expect.poll(runs.standing).toBe(2)
  expect([waits, renewals, states.at(-1)]).toEqual([[LIMITS.reconnectMs], 1, 'live'])

  const known = [...runs.messages, ...counts.messages]
  const after = Math.min(...known.map(({ sequence }) => sequence))
  const params = { projectKey: 'DEF', stream: projectStream(projectId) }
  const missed = await ask(app, replayStream, { token, params, query: { after } })
  const { id } = await agent.startLaunch()
  await expect.poll(() => runs.messages.some((m) => 'testRun' in m && m.testRun.id === id)).toBe(true)
  const all = new Set([...known, ...missed.events, ...runs.messages, ...counts.messages].map((m) => m.sequence))
  const sequences = [...all].sort((a, b) => a - b)
  expect(sequences).toEqual(sequences.map((_, place) => after + place))
  expect(sequences.length).toBe(6)
})

test('a device that is cut off before it has the code of the channel loads it later', async () => {
  const libraries = () => Promise.all([import('@stomp/stompjs'), import('sockjs-client')])
  const load = vi.fn<typeof libraries>(libraries).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const late = createLive({ token: () => token, renew: async () => {} }, (message) => logged.push(message), {
    endpoint: `${app.url}${LIVE_ENDPOINT}`,
    load,
    reconnectMs: 20,
  })
  const received: LiveState[] = []
  const stood = vi.fn<() => void>()
  watched.push(
    late.state$.subscribe((state) => received.push(state)),
    late.follow(topics.testRuns(TENANT), stood).subscribe(),
  )
  await expect.poll(() => stood.mock.calls.length).toBe(1)
  expect(received).toEqual(['off', 'connecting', 'connecting', 'live'])
  expect(logged).toContain('the live channel could not be loaded')
  await late.close()
})

test('a server that takes a connection and says nothing is left, and tried again', async () => {
  const silent = createServer((_, response) => response.end('{"websocket":true,"cookie_needed":false}'))
  const sockets = new WebSocketServer({ server: silent })
  const taken = vi.fn<(socket: WebSocket) => void>((socket) => socket.send('o'))
  sockets.on('connection', taken)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const waiting = createLive({ token: () => token, renew: async () => {} }, (message) => logged.push(message), {
    endpoint: `http://127.0.0.1:${port}${LIVE_ENDPOINT}`,
    reconnectMs: 20,
    connectMs: 50,
  })
  watched.push(waiting.follow(topics.testRuns(TENANT), () => {}).subscribe())
  await expect.poll(() => taken.mock.calls.length).toBeGreaterThan(1)
  await waiting.close()
  for (const socket of sockets.clients) socket.terminate()
  silent.close()
})

test('logs a topic that the server rejects, and continues the others', async () => {
  const { messages } = follow(topics.statistics(TENANT))
  const refused = follow(topics.tests(TENANT, 999_999))
  await expect.poll(() => logged.join()).toContain('subscription refused')
  expect(refused.standing()).toBe(0)
  await agent.startLaunch()
  await expect.poll(() => messages.length).toBe(1)
})

test('subscribes again after it was closed by a sign-out', async () => {
  const before = follow(topics.testRuns(TENANT))
  await expect.poll(before.standing).toBe(1)
  const closed = live.close()
  const after = follow(topics.statistics(TENANT))
  await closed
  await expect.poll(after.standing).toBe(1)
  await expect.poll(before.standing).toBe(2)
  expect(states.at(-1)).toBe('live')
  await agent.startLaunch()
  await expect.poll(() => after.messages.length).toBe(1)
})
