import fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cutOffSlowBodies } from '../../../server/http/slow-bodies.ts'

let app: FastifyInstance
beforeEach(async () => {
  app = fastify()
  cutOffSlowBodies(app, { checkMs: 50, leastBytes: 100, slowChecks: 3, lingerMs: 100 })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/read', (request) => ({ bytes: (request.body as Buffer).length }))
  app.post('/refuse', { onRequest: async (_request, reply) => reply.status(401).send({}) }, () => ({}))
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

/** A request whose body comes in pieces, one after each `everyMs`. Resolves with what was answered when the connection is closed. */
const drip = async (path: string, piece: string, everyMs: number, pieces = Infinity): Promise<string> => {
  const { port } = app.server.address() as AddressInfo
  const socket: Socket = connect({ host: '127.0.0.1', port })
  let said = ''
  socket.on('data', (text: Buffer) => (said += text.toString()))
  socket.on('error', () => undefined)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: x/y\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  let sent = 0
  const sending = setInterval(() => {
    sent += 1
    socket.write(sent > pieces ? '0\r\n\r\n' : `${piece.length.toString(16)}\r\n${piece}\r\n`)
    if (sent > pieces) clearInterval(sending)
  }, everyMs)
  await once(socket, 'close')
  clearInterval(sending)
  return said
}

test('a body that drips is cut off with 408', async () => {
  expect(await drip('/read', 'x', 30)).toMatch(/^HTTP\/1.1 408 /)
})

test('a body that is long under way, and comes on, is read to its end', async () => {
  expect(await drip('/read', 'x'.repeat(200), 20, 30)).toMatch(/^HTTP\/1.1 200 [^]*{"bytes":6000}$/)
})

test('a caller that was refused and sends on is cut off', async () => {
  expect(await drip('/refuse', 'x'.repeat(500), 10)).toMatch(/^HTTP\/1.1 401 /)
})

test('a connection keeps nothing of the callers that were refused on it', async () => {
  let onServer: Socket | undefined
  app.server.on('connection', (socket: Socket) => (onServer = socket))
  const { port } = app.server.address() as AddressInfo
  const client = connect({ host: '127.0.0.1', port })
  const refused = async (): Promise<number> => {
    client.write('POST /refuse HTTP/1.1\r\nHost: x\r\nContent-Type: x/y\r\nContent-Length: 4\r\n\r\n')
    await once(client, 'data')
    // Only now, so that the answer is complete before the request is.
    client.write('body')
    await expect.poll(() => onServer?.bytesRead).toBe(client.bytesWritten)
    return onServer?.listenerCount('close') ?? 0
  }
  const first = await refused()
  for (let n = 0; n < 5; n++) expect(await refused()).toBe(first)
  client.destroy()
})
