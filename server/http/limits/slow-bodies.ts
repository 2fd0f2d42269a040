import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

export interface Pace {
  /** Interval of the checks. */
  checkMs: number
  /** Minimum bytes between two checks. */
  minBytes: number
  /** Consecutive slow checks after which the connection is closed. */
  slowChecks: number
  /** Time that a client may keep sending after an early response. */
  lingerMs: number
}

/** A modem of 14.4 kbit/s is about nine times as fast. */
const PACE: Pace = { checkMs: 5_000, minBytes: 1024, slowChecks: 4, lingerMs: 10_000 }

interface UnderWay {
  bytesSeen: number
  slowChecks: number
}

/**
 * Closes connections whose request bodies arrive too slowly, so that they block neither connections nor a shutdown (slowloris). A limit of
 * the total time would have to permit a gigabyte of video on a slow line; a minimum rate distinguishes the two.
 */
export const cutOffSlowBodies = (app: FastifyInstance, pace: Pace = PACE): void => {
  const underWay = new Map<IncomingMessage, UnderWay>()

  app.server.on('request', (request, response) => {
    const { headers, socket } = request
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length'] ?? 0) > 0)) return
    underWay.set(request, { bytesSeen: socket.bytesRead, slowChecks: 0 })
    const forget = () => underWay.delete(request)
    request.once('end', forget).once('close', forget)
    response.once('finish', () => {
      if (request.complete) return
      // A reader that has given up, as that of a form whose file cannot be stored, would hold back the next request of the connection.
      request.unpipe()
      request.resume()
      // Closing immediately could discard the response before the client reads it.
      const timer = setTimeout(() => {
        leave()
        if (!request.complete) socket.destroy()
      }, pace.lingerMs).unref()
      // Removes the listeners, because the connection may serve many more requests.
      const leave = () => {
        clearTimeout(timer)
        socket.off('close', leave)
        request.off('end', leave)
      }
      socket.once('close', leave)
      request.once('end', leave)
    })
  })

  const checking = setInterval(() => {
    for (const [request, seen] of underWay) {
      const arrived = request.socket.bytesRead - seen.bytesSeen
      seen.bytesSeen = request.socket.bytesRead
      // While the server itself does not read, the client is not slow.
      const isHeldUp = request.isPaused() || request.readableLength >= request.readableHighWaterMark
      if (request.complete || isHeldUp || arrived >= pace.minBytes) seen.slowChecks = 0
      else seen.slowChecks += 1
      if (seen.slowChecks >= pace.slowChecks) cutOff(request.socket)
    }
  }, pace.checkMs)
  checking.unref()
  app.addHook('onClose', async () => clearInterval(checking))
}

const cutOff = (socket: Socket): void => {
  if (socket.writable) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.destroySoon()
}
