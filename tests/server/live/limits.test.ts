import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { topics, LIVE_ENDPOINT } from '../../../contract/live.ts'
import { TENANT } from '../../../server/config.ts'
import { TestAgent } from '../support/agent.ts'
import { send, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { connect as dial, type Socket } from 'node:net'
import { listen, openLine, type LiveClient } from './support/client.ts'
import { startNode } from './support/node.ts'
import { exchange } from './support/raw.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
let projectId: number
/** A user who is subscribed the whole time: the others must not affect them. */
let witness: LiveClient
const warnings: string[] = []
const dropped = (): boolean => warnings.some((line) => line.includes('too slowly'))
beforeAll(async () => {
  app = await startNode({
    live: {
      connectMs: 1000,
      heartbeatMs: 400,
      connectionsPerUser: 3,
      unauthenticatedPerAddress: 10,
      backlogBytes: 200_000,
      farewellMs: 100,
    },
    warnings,
  })
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
})
beforeEach(async () => {
  witness = await listen(app, { token: owner.token, heartbeats: { incoming: 0, outgoing: 0 } })
  await witness.subscribe(topics.statistics(TENANT))
})
afterEach(async () => {
  const launch = await agent.startLaunch()
  const isTold = () =>
    witness.messages.some((m) => 'testRunStatistics' in m && m.testRunStatistics.testRunId === launch.id)
  await witness.until(isTold)
  await witness.close()
})
afterAll(() => app.close())

const aListener = () => aUser(app, { roles: { [projectId]: 'GUEST' } })
const quiet = { incoming: 0, outgoing: 0 }

describe('a client that', () => {
  test('never says who it is, is sent away', async () => {
    const line = await openLine(app)
    await line.ended
    expect(line.heard()).toContain('message:no CONNECT came in time')
  })

  test('never authenticates does not block others, however many such sockets its address opens', async () => {
    // Only the limit closes a socket of this node.
    const patient = await startNode({ live: { connectMs: 600_000, unauthenticatedPerAddress: 10 } })
    const { token } = await aWorkspace(patient)
    const silent = []
    for (let number = 0; number < 30; number += 1) silent.push(await openLine(patient))
    const listener = await listen(patient, { token, heartbeats: quiet })
    await listener.subscribe(topics.statistics(TENANT))
    await Promise.all(silent.slice(0, 20).map(({ ended }) => ended))
    expect(silent[0]?.heard()).toContain('too many connections that have not sent CONNECT')
    await listener.close()
    for (const { socket } of silent) socket.close()
    await patient.close()
  })

  test('sends anything before its CONNECT, is sent away', async () => {
    const line = await openLine(app)
    line.socket.send(`SUBSCRIBE\nid:1\ndestination:${topics.statistics(TENANT)}\n\n\0`)
    await line.ended
    expect(line.heard()).toContain('message:CONNECT comes first')
  })

  test.each([
    ['in one message', [5_000_000]],
    ['in many', Array.from({ length: 80 }, () => 64_000)],
  ])('sends a frame of 5 MB %s, is cut off long before its end', async (_, sizes) => {
    const line = await openLine(app)
    for (const size of sizes) line.socket.send('x'.repeat(size))
    await expect(line.ended).resolves.toBeUndefined()
  })

  test('sends text that is no frame, is sent away', async () => {
    const line = await openLine(app)
    line.socket.send('{"hello":"there"}\n\n\0')
    await line.ended
    expect(line.heard()).toContain('ERROR')
  })

  test('falls silent though it promised heart-beats is disconnected after two of them', async () => {
    const { token } = await aListener()
    const line = await openLine(app)
    line.socket.send(`CONNECT\naccept-version:1.2\nheart-beat:400,0\nAuthorization:Bearer ${token}\n\n\0`)
    await line.ended
    expect(line.heard()).toContain('CONNECTED')
  })

  test('keeps its heart-beats up, stays, and receives those of the server', async () => {
    const { token } = await aListener()
    const line = await openLine(app)
    line.socket.send(`CONNECT\naccept-version:1.2\nheart-beat:400,400\nAuthorization:Bearer ${token}\n\n\0`)
    const beatsHeard = () => line.heard().split('\0').at(-1)?.length ?? 0
    line.socket.addEventListener('message', () => line.socket.send('\n'))
    await expect.poll(beatsHeard, { timeout: 60_000 }).toBeGreaterThan(10)
    line.socket.close()
  })

  test('subscribes too often, is sent away', async () => {
    const { token } = await aListener()
    const client = await listen(app, { token, heartbeats: quiet })
    for (let at = 0; at < 50; at += 1) await client.subscribe(topics.statistics(TENANT))
    await expect(client.subscribe(topics.statistics(TENANT))).rejects.toThrow('too many subscriptions')
    await client.ended
  })

  test('gives up a subscription, may have another for it', async () => {
    const { token } = await aListener()
    const line = await openLine(app)
    line.socket.send(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${token}\n\n\0`)
    for (let at = 0; at < 60; at += 1) {
      line.socket.send(`SUBSCRIBE\nid:${at}\ndestination:${topics.statistics(TENANT)}\nreceipt:done-${at}\n\n\0`)
      line.socket.send(`UNSUBSCRIBE\nid:${at}\n\n\0`)
    }
    await expect.poll(line.heard).toContain('done-59')
    line.socket.close()
  })

  test('connects too often as the same user has to wait until one of the others has disconnected', async () => {
    const { token } = await aListener()
    const clients = await Promise.all([1, 2, 3].map(() => listen(app, { token, heartbeats: quiet })))
    await expect(listen(app, { token, heartbeats: quiet })).rejects.toThrow('too many connections')
    await clients[0]?.close()
    const fourth = await listen(app, { token, heartbeats: quiet })
    await Promise.all([...clients, fourth].map((client) => client.close()))
  })

  test('does not read what it is sent is disconnected', async () => {
    const { token } = await aListener()
    const key = randomBytes(16).toString('base64')
    const connect = `CONNECT\naccept-version:1.2\nAuthorization:Bearer ${token}\n\n\0`
    const subscribe = `SUBSCRIBE\nid:1\ndestination:${topics.testRuns(TENANT)}\nreceipt:stands\n\n\0`
    const socket = dial({ host: '127.0.0.1', port: Number(new URL(app.url).port) })
    const gone = new Promise<void>((resolve) => {
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
    })
    socket.write(
      `GET ${LIVE_ENDPOINT}/000/slowpoke/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    )
    await hears(socket, 'o')
    socket.write(masked(JSON.stringify([connect, subscribe])))
    await hears(socket, 'stands')
    socket.pause()
    // Megabytes, which exceed the system's buffer of a socket.
    const labels = Array.from({ length: 50 }, (_, at) => ({ key: `k${at}`, value: 'x'.repeat(500) }))
    const launch = await agent.startLaunch()
    for (let at = 0; at < 440 && !dropped(); at += 1)
      await launch.label([...labels, { key: 'turn', value: String(at) }])
    expect(dropped()).toBe(true)
    socket.resume()
    await gone
  })
})

describe('the door', () => {
  const upgrade = (path: string, headers = ''): string =>
    `GET ${path} HTTP/1.1\r\nHost: assay.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n${headers}\r\n`
  const isAnswered = (answer: string): boolean => answer.includes('\r\n\r\n')

  test.each([
    ['none', '', '101'],
    ['its own host', 'Origin: http://assay.test\r\n', '101'],
    ['its public address', 'Origin: http://127.0.0.1:4400\r\n', '101'],
    ["another site's", 'Origin: https://evil.test\r\n', '403'],
    ['none that can be read', 'Origin: null\r\n', '403'],
  ])('a socket with an origin that is %s', async (_, headers, status) => {
    const answer = await exchange(app, [upgrade(`${LIVE_ENDPOINT}/000/abcdefgh/websocket`, headers)], isAnswered)
    expect(answer.split(' ')[1]).toBe(status)
  })

  test.each([
    '/',
    '/api/health',
    `${LIVE_ENDPOINT}/websocket`,
    `${LIVE_ENDPOINT}/a/b`,
    `${LIVE_ENDPOINT}//x/websocket`,
  ])('there is no websocket at %s', async (path) => {
    expect(await exchange(app, [upgrade(path)])).toMatch(/^HTTP\/1.1 404/)
  })

  test('another site is answered nothing it could read', async () => {
    const { status, headers } = await send(app, `${LIVE_ENDPOINT}/info`, { headers: { origin: 'https://evil.test' } })
    expect(status).toBe(403)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    const own = await send(app, `${LIVE_ENDPOINT}/info`, { headers: { origin: app.config.PUBLIC_URL } })
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null])
  })

  test.each([
    ['GET', '/iframe.html'],
    ['GET', '/000/abcdefgh/jsonp?c=alert'],
    ['GET', '/000/abcdefgh/htmlfile?c=alert'],
    ['POST', '/000/__proto__/xhr_send'],
    ['POST', '/000/constructor/xhr'],
    ['POST', '/info'],
    ['GET', ''],
  ])('%s %s is not there', async (method, path) => {
    expect((await send(app, `${LIVE_ENDPOINT}${path}`, { method })).status).toBe(404)
  })

  test('a long body is not read', async () => {
    const body = 'x'.repeat(5_000_000)
    const { status } = await send(app, `${LIVE_ENDPOINT}/000/abcdefgh/xhr_send`, { method: 'POST', body })
    expect(status).toBe(413)
    const chunked = `POST ${LIVE_ENDPOINT}/000/abcdefgh/xhr_send HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`
    const answer = await exchange(app, [chunked, `${body.length.toString(16)}\r\n`, body])
    expect(answer).toBe('')
  })

  test('garbage on a websocket closes only that one', async () => {
    const path = upgrade(`${LIVE_ENDPOINT}/000/abcdefgh/websocket`)
    const rubbish = [randomBytes(10_000), ...['[', '[1, null, {}]', '"\\u0000"', 'x', '{}', '["\\n\\n"]'].map(masked)]
    for (const one of rubbish) await exchange(app, [path, one])
    for (const one of rubbish) {
      const line = await openLine(app)
      const raw = (line.socket as unknown as { _transport: { ws: { _stream: Socket } } })._transport.ws._stream
      raw.write(one)
      await expect(line.ended).resolves.toBeUndefined()
    }
  })

  test('ignores an offer of another protocol and answers the request', async () => {
    const body = JSON.stringify({ refreshToken: 'none' })
    const request =
      'POST /api/iam/v1/auth/refresh HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n' +
      `HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const whole = await exchange(app, [request + body], (answer) => answer.includes('code'))
    expect(whole).toMatch(/^HTTP\/1.1 401/)
    const late = await exchange(app, [request, body], (answer) => answer.includes('code'))
    expect(late).toMatch(/^HTTP\/1.1 401/)
  })
})

const hears = (socket: Socket, text: string): Promise<void> =>
  new Promise((resolve) => {
    let heard = ''
    const hear = (chunk: Buffer): void => {
      heard += chunk.toString('latin1')
      if (!heard.includes(text)) return
      socket.off('data', hear)
      resolve()
    }
    socket.on('data', hear)
  })

/** A text frame as a browser sends it, with a mask of zeros. */
const masked = (text: string): Buffer => {
  const payload = Buffer.from(text)
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0xfe, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), payload])
}
