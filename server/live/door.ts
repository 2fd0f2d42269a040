import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { LIVE_ENDPOINT } from '../../contract/live.ts'
import { forbidden, notFound } from '../http/refusal.ts'
import { callerAddress, type TrustedProxies } from '../http/trusted-proxies.ts'
import type { Allowances } from './allowances.ts'
import { putBack } from './put-back.ts'
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
 * Lets live clients in: websockets and the streaming and polling of SockJS that today's browsers fall back to. Its ways for
 * older ones run in frames and script elements of our origin, and are not there.
 */
export const openDoor = (app: FastifyInstance, { hub, publicUrl, trustedProxies, allowances }: Parts): void => {
  // Within SockJS a frame is quoted, which at most doubles what a client of ours has to send.
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
  /** Each with what cuts it if sockjs lets nobody in by it: it keeps no time itself. */
  const sockets = new Map<Duplex, NodeJS.Timeout>()
  let isClosing = false

  app.route({
    method: ['GET', 'POST'],
    url: `${LIVE_ENDPOINT}/*`,
    exposeHeadRoute: false,
    bodyLimit: messageBytes,
    config: { isOpen: true },
    // Before the body is read: sockjs reads it itself.
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
    // A line that is not hung up is cut: the server cannot close before.
    const gone = Promise.all(
      [...sockets.keys()].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    )
    const cut = setTimeout(() => sockets.forEach((_, socket) => socket.destroy()), allowances.farewellMs)
    await gone
    clearTimeout(cut)
  })
}

/** Throws what the request is refused with. */
const checkRequest = ({ raw, method, headers }: FastifyRequest, mostBytes: number): void => {
  const path = pathOf(raw).slice(LIVE_ENDPOINT.length)
  const session = POLL.exec(path)?.[1]
  const isInfo = path === '/info' && method === 'GET'
  // sockjs looks sessions up in a plain object, where names like these are found without being there.
  const isSession = session !== undefined && !(session in {}) && path.endsWith('/eventsource') === (method === 'GET')
  if (!isInfo && !isSession) throw notFound('There is no such way to the live channel')
  if (Number(headers['content-length'] ?? 0) > mostBytes)
    throw Object.assign(new Error('The message is too long'), { statusCode: 413 })
}

/** sockjs takes a body of any length; one that did not say how long it is going to be is cut off. */
const limitBody = (request: IncomingMessage, mostBytes: number): void => {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) request.destroy()
  })
}

const pathOf = ({ url }: IncomingMessage): string => (url ?? '').split('?', 1)[0] ?? ''

/** Whether no other site's page asks. Whoever is not a browser sends no origin, and needs a token all the same. */
const isFromHere = ({ headers }: IncomingMessage, publicOrigin: string): boolean => {
  const { origin, host } = headers
  if (origin === undefined || origin === publicOrigin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}
