import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const UPGRADING = new Set(['upgrade', 'connection', 'http2-settings'])

/**
 * Answers an offer to change to another protocol than websockets as if it had not been made, which HTTP allows. As soon as a
 * server listens to upgrades, Node gives it all of them, body unread: Java's client offers HTTP/2 with every plain request.
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
