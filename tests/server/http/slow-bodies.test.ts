import fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cutOffSlowBodies } from '../../../server/http/limits/slow-bodies.ts'

let app: FastifyInstance
const serve = async (pace: { slowChecks: number; lingerMs: number }) => {
  app = fastify()
  cutOffSlowBodies(app, { checkMs: 50, minBytes: 100, ...pace })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/read', (request) => ({ bytes: (request.body as Buffer).length }))
  app.post('/refuse', { onRequest: async (_request, reply) => reply.status(401).send({}) }, () => ({}))
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    scope.post('/give-up', (request, reply) => {
      // Reads a little, and then no more.
      request.raw.pipe(new Writable({ highWaterMark: 1, write: () => undefined }))
      return reply.status(503).send({})
    })
    done()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
}
beforeEach(() => serve({ slowChecks: 3, lingerMs: 100 }))
afterEach(() => app.close())

/** A request whose body is sent in chunks, one after each `everyMs`. Resolves with the answer when the connection is closed. */
const drip = async (path: string, piece: string, everyMs: number, pieces = Infinity): Promise<string> => {
  const { port } = app.server.address() as AddressInfo
  const socket: Socket = connect({ host: '127.0.0.1', port })
  let said = ''
  socket.on('data', (text: Buffer) => (said += text.toString()))
  socket.on('error', () => undefined)
  // `once` of node:events would reject with the error of a write after the server has closed the connection.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: x/y\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  let sent = 0
  const sending = setInterval(() => {
    sent += 1
    socket.write(sent > pieces ? '0\r\n\r\n' : `${piece.length.toString(16)}\r\n${piece}\r\n`)
    if (sent > pieces) clearInterval(sending)
  }, everyMs)
  await closed
  clearInterval(sending)
  return said
}

test('a body that drips is cut off with 408', async () => {
  expect(await drip('/read', 'x', 30)).toMatch(/^HTTP\/1.1 408 /)
})

test('a body that is long under way, and comes on, is read to its end', async () => {
  expect(await drip('/read', 'x'.repeat(200), 20, 30)).toMatch(/^HTTP\/1.1 200 [^]*{"bytes":6000}$/)
})

test('disconnects a rejected caller that continues to send', async () => {
  expect(await drip('/refuse', 'x'.repeat(500), 10)).toMatch(/^HTTP\/1.1 401 /)
})

test('the next request of a connection is answered when the reader of a body has given up', async () => {
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const post = (path: string, body: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'x/y', 'content-length': body.length }
      const sent = httpRequest({ agent, host: '127.0.0.1', port, method: 'POST', path, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
      sent.once('error', reject)
      sent.end(body)
    })
  expect(await post('/give-up', 'x'.repeat(1_000_000))).toBe(503)
  expect(await post('/read', 'next')).toBe(200)
  agent.destroy()
})

test('a connection does not accumulate listeners of rejected requests', async () => {
  await app.close()
  // A slow machine needs more time for the body.
  await serve({ slowChecks: Infinity, lingerMs: 60_000 })
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
