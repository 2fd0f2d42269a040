import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { createServer, type Connection as SockJsConnection } from 'sockjs'
import { LIVE_ENDPOINT } from '../../contract/live.ts'
import type { Wire } from './connection.ts'

/** What sockjs has and its types do not tell. */
declare module 'sockjs' {
  interface ServerOptions {
    disable_cors?: boolean
    faye_server_options?: { maxLength: number }
  }
  interface Server {
    middleware(): SockJs
  }
}

/** Takes a request, or an upgrade with its socket and what came after its head. */
type SockJs = (request: IncomingMessage, answer: ServerResponse | Duplex, head?: Buffer) => void

/** Where sockjs keeps what is on its way: messages for a client that polls, and the socket of one that does not. */
interface Session {
  send_buffer?: string[]
  recv?: { connection?: Socket; response?: ServerResponse } | null
}

export interface SocketOptions {
  /** Most bytes of one message of a websocket. */
  messageBytes: number
  farewellMs: number
  warn: (message: string) => void
}

/** A client on a line of sockjs; `listen` is told what it sends and when it has gone. */
export interface Arrived {
  wire: Wire
  /** Who sent it, and the `X-Forwarded-For` it came with. */
  remoteAddress: string
  forwardedFor: string | undefined
  /** Of a websocket. */
  socket: Duplex | undefined
  listen(onChunk: (chunk: unknown) => void, onClose: () => void): void
}

export const createSockJs = (
  { messageBytes, farewellMs, warn }: SocketOptions,
  onArrived: (arrived: Arrived) => void,
): SockJs => {
  const server = createServer({
    prefix: LIVE_ENDPOINT,
    // Only its frames for ancient browsers load this, and they are not served; the default is another site's address.
    sockjs_url: `${LIVE_ENDPOINT}/client.js`,
    // By default every other site may read what is answered.
    disable_cors: true,
    faye_server_options: { maxLength: messageBytes },
    log: (severity, message) => severity === 'error' && warn(message),
  })
  server.on('connection', (connection: SockJsConnection | null) => {
    // sockjs tells a tick late of whoever has come, and has nothing left of one that was gone by then.
    if (connection === null) return
    const socket = sessionOf(connection).recv?.connection
    // sockjs would wait half a minute for a client's goodbye.
    if (socket) connection.on('close', () => setTimeout(() => socket.destroy(), farewellMs).unref())
    onArrived({
      wire: wireOf(connection),
      remoteAddress: connection.remoteAddress,
      forwardedFor: connection.headers['x-forwarded-for'],
      socket,
      listen: (onChunk, onClose) => {
        // Later: a connection that is closed while sockjs hands out several messages of it brings the process down.
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
