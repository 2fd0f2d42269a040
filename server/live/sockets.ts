import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { createServer, type Connection as SockJsConnection } from 'sockjs'
import { LIVE_ENDPOINT } from '../../contract/live.ts'
import type { Wire } from './connection.ts'

/** Options that are missing in the types of sockjs. */
declare module 'sockjs' {
  interface ServerOptions {
    disable_cors?: boolean
    faye_server_options?: { maxLength: number }
  }
  interface Server {
    middleware(): SockJs
  }
}

/** Handles a request, or an upgrade with its socket and first bytes. */
type SockJs = (request: IncomingMessage, answer: ServerResponse | Duplex, head?: Buffer) => void

/** Internal state of sockjs: queued messages of a polling client, and the socket of others. */
interface Session {
  send_buffer?: string[]
  recv?: { connection?: Socket; response?: ServerResponse } | null
}

export interface SocketOptions {
  /** Maximum bytes of a websocket message. */
  messageBytes: number
  farewellMs: number
  warn: (message: string) => void
}

/** New client of sockjs; `listen` registers the callbacks for its messages and its end. */
export interface Arrived {
  wire: Wire
  /** Peer address, and the `X-Forwarded-For` header of its request. */
  remoteAddress: string
  forwardedFor: string | undefined
  /** Set for websockets. */
  socket: Duplex | undefined
  listen(onChunk: (chunk: unknown) => void, onClose: () => void): void
}

export const createSockJs = (
  { messageBytes, farewellMs, warn }: SocketOptions,
  onArrived: (arrived: Arrived) => void,
): SockJs => {
  const server = createServer({
    prefix: LIVE_ENDPOINT,
    // Only loaded by the disabled iframe transports; the default is a URL of another site.
    sockjs_url: `${LIVE_ENDPOINT}/client.js`,
    // By default, all other sites may read responses (CORS).
    disable_cors: true,
    faye_server_options: { maxLength: messageBytes },
    log: (severity, message) => severity === 'error' && warn(message),
  })
  server.on('connection', (connection: SockJsConnection | null) => {
    // sockjs announces connections a tick late, with null for one that has already ended.
    if (connection === null) return
    const socket = sessionOf(connection).recv?.connection
    // sockjs would wait half a minute for the client's close frame.
    if (socket) connection.on('close', () => setTimeout(() => socket.destroy(), farewellMs).unref())
    onArrived({
      wire: wireOf(connection),
      remoteAddress: connection.remoteAddress,
      forwardedFor: connection.headers['x-forwarded-for'],
      socket,
      listen: (onChunk, onClose) => {
        // Deferred, because sockjs crashes the process when a connection is closed while it emits several messages of it.
        connection.on('data', (chunk: unknown) => queueMicrotask(() => onChunk(chunk)))
        connection.on('close', onClose)
      },
    })
  })
  return server.middleware()
}

const sessionOf = (connection: SockJsConnection): Session => (connection as unknown as { _session: Session })._session

const wireOf = (connection: SockJsConnection): Wire => {
  const session = sessionOf(connection)
  const socketOf = (): Socket | null => session.recv?.connection ?? session.recv?.response?.socket ?? null
  return {
    send: (text) => void connection.write(text),
    close: () => void connection.close(),
    cut: () => {
      const socket = socketOf()
      connection.close()
      socket?.destroy()
    },
    backlog: () => {
      const polled = (session.send_buffer ?? []).reduce((bytes, { length }) => bytes + length, 0)
      return polled + (socketOf()?.writableLength ?? 0)
    },
  }
}
