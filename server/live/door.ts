import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { LIVE_ENDPOINT } from '../../contract/live.ts'
import { forbidden, notFound } from '../http/refusal.ts'
import { callerAddress, type TrustedProxies } from '../http/trusted-proxies.ts'
import type { Allowances } from './allowances.ts'
import type { Hub } from './hub.ts'
import { createSockJs } from './sockets.ts'

interface Parts {
  hub: Hub
  publicUrl: string
  trustedProxies: TrustedProxies
  allowances: Allowances
}

const UPGRADE = /^\/[\w-]{1,16}\/[\w-]{4,64}\/websocket$/
const POLL = /^\/[\w-]{1,16}\/([\w-]{4,64})\/(?:xhr|xhr_streaming|xhr_send|eventsource)$/

/**
 * Accepts clients of the live channel: websockets, and the streaming and polling transports of SockJS that current browsers fall back to.
 * Transports for older browsers need iframes and script elements in the application's origin, and are disabled.
 */
export const openDoor = (app: FastifyInstance, { hub, publicUrl, trustedProxies, allowances }: Parts): void => {
  // SockJS quotes frames, which at most doubles the length of the application's own frames.
  const messageBytes = 2 * allowances.frameBytes
  const sockjs = createSockJs(
    {
      messageBytes,
      farewellMs: allowances.farewellMs,
      warn: (message) => app.log.warn(`live channel: ${message}`),
    },
    ({ wire, socket, remoteAddress, forwardedFor, listen }) => {
      if (socket) clearTimeout(sockets.get(socket))
      if (isClosing) return wire.close()
      const connection = hub.welcome(wire, callerAddress(remoteAddress, forwardedFor, trustedProxies))
      listen(
        (chunk) => connection.receive(chunk),
        () => connection.closed(),
      )
    },
  )
  const isOurs = (request: IncomingMessage): boolean => isFromHere(request, new URL(publicUrl).origin)
  /** Upgraded sockets with a deadline that destroys them, because sockjs has no timeout for incomplete handshakes. */
  const sockets = new Map<Duplex, NodeJS.Timeout>()
  let isClosing = false

  app.route({
    method: ['GET', 'POST'],
    url: `${LIVE_ENDPOINT}/*`,
    exposeHeadRoute: false,
    bodyLimit: messageBytes,
    config: { isOpen: true },
    // Takes over before the body is read, because sockjs reads it itself.
    onRequest: (request, reply, done) => {
      try {
        checkRequest(request, messageBytes)
        if (!isOurs(request.raw)) throw forbidden('The live channel is not open to other sites')
      } catch (error) {
        return done(error as Error)
      }
      reply.hijack()
      limitBody(request.raw, messageBytes)
      sockjs(request.raw, reply.raw)
    },
    handler: () => undefined,
  })

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return putBack(app.server, request, socket, head)
    const deadline = setTimeout(() => socket.destroy(), allowances.connectMs)
    sockets.set(socket, deadline.unref())
    socket.once('close', () => {
      clearTimeout(deadline)
      sockets.delete(socket)
    })
    socket.on('error', () => socket.destroy())
    const path = pathOf(request)
    if (isClosing) return refuse(socket, '503 Service Unavailable')
    if (!path.startsWith(LIVE_ENDPOINT) || !UPGRADE.test(path.slice(LIVE_ENDPOINT.length)))
      return refuse(socket, '404 Not Found')
    if (!isOurs(request)) return refuse(socket, '403 Forbidden')
    sockjs(request, socket, head)
  }
  app.server.on('upgrade', onUpgrade)

  const beat = setInterval(() => hub.tick(), Math.min(allowances.heartbeatMs, allowances.recheckMs) / 4)
  beat.unref()

  app.addHook('preClose', async () => {
    isClosing = true
    clearInterval(beat)
    hub.close()
    // Destroys sockets that the clients do not close: the server cannot close before.
    const gone = Promise.all(
      [...sockets.keys()].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    )
    const cut = setTimeout(() => sockets.forEach((_, socket) => socket.destroy()), allowances.farewellMs)
    await gone
    clearTimeout(cut)
  })
}

/** Throws the rejection of an invalid request. */
const checkRequest = ({ raw, method, headers }: FastifyRequest, maxBytes: number): void => {
  const path = pathOf(raw).slice(LIVE_ENDPOINT.length)
  const session = POLL.exec(path)?.[1]
  const isInfo = path === '/info' && method === 'GET'
  // sockjs looks up sessions in a plain object: names such as `constructor` would be found in its prototype.
  const isSession = session !== undefined && !(session in {}) && path.endsWith('/eventsource') === (method === 'GET')
  if (!isInfo && !isSession) throw notFound('There is no such way to the live channel')
  if (Number(headers['content-length'] ?? 0) > maxBytes)
    throw Object.assign(new Error('The message is too long'), { statusCode: 413 })
}

/** sockjs accepts bodies of any length: destroys requests without a declared length that exceed the limit. */
const limitBody = (request: IncomingMessage, maxBytes: number): void => {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) request.destroy()
  })
}

const pathOf = ({ url }: IncomingMessage): string => (url ?? '').split('?', 1)[0] ?? ''

/** Returns whether the request does not come from another site. Clients other than browsers send no origin, and need a token anyway. */
const isFromHere = ({ headers }: IncomingMessage, publicOrigin: string): boolean => {
  const { origin, host } = headers
  if (origin === undefined || origin === publicOrigin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}

const UPGRADING = new Set(['upgrade', 'connection', 'http2-settings'])

/**
 * Processes an upgrade request to another protocol than websockets as a plain request, as HTTP allows. When a server listens to upgrades,
 * Node passes it all of them with unread bodies: Java's HTTP client offers HTTP/2 with every plain request.
 */
const putBack = (server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void => {
  const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}`]
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? ''
    if (!UPGRADING.has(name.toLowerCase())) lines.push(`${name}: ${request.rawHeaders[at + 1] ?? ''}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
