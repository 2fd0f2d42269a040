import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/** Time limit for requests in flight when the server closes. Orchestrators usually kill after 30 s. */
const DEADLINE_MS = 10_000

/**
 * Makes closing wait for requests in flight, up to a deadline, but not for other connections. Node treats a connection as idle only after
 * its first request: connections that browsers preopen, and those whose request ends during closing, would delay it by a minute or more.
 */
export const closeQuietConnections = (app: FastifyInstance, deadlineMs = DEADLINE_MS): void => {
  const unused = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    unused.delete(socket)
    response.once('close', () => {
      // The connection becomes idle after this event.
      if (isClosing) setImmediate(() => app.server.closeIdleConnections())
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
    const deadline = setTimeout(() => app.server.closeAllConnections(), deadlineMs).unref()
    app.server.once('close', () => clearTimeout(deadline))
  })
}
