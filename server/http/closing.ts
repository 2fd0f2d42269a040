import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/**
 * Closing waits for the requests in flight and for no connection beside them. Node counts one as idle only after its first request:
 * those that browsers open ahead, and those whose request ended after closing began, would hold a server for a minute and more.
 */
export const closeQuietConnections = (app: FastifyInstance): void => {
  const unused = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    unused.delete(socket)
    response.once('close', () => {
      // Not at once: the connection is idle only when this event is over.
      if (isClosing) setImmediate(() => app.server.closeIdleConnections())
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
  })
}
