import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const UPGRADING = new Set(['upgrade', 'connection', 'http2-settings'])

/**
 * Processes an upgrade request to another protocol than websockets as a plain request, as HTTP allows. When a server listens to upgrades,
 * Node passes it all of them with unread bodies: Java's HTTP client offers HTTP/2 with every plain request.
 */
export const putBack = (server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void => {
  const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}`]
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? ''
    if (!UPGRADING.has(name.toLowerCase())) lines.push(`${name}: ${request.rawHeaders[at + 1] ?? ''}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
