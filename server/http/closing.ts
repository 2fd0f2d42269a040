import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/** How long requests in flight may take once the server closes. Orchestrators usually kill after 30 s. */
const DEADLINE_MS = 10_000

/**
 * Makes closing wait for the requests in flight up to a deadline, and for no other connection. Node counts a connection as idle only
 * after its first request: those that browsers open ahead, and those whose request ends while the server closes, would
 * otherwise delay it by a minute and more.
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
      // The connection counts as idle only after this event.
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
