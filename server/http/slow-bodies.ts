import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

export interface Pace {
  /** How often bodies under way are looked at. */
  checkMs: number
  /** Least bytes between two looks. */
  leastBytes: number
  /** Looks in a row with too little after which a request is cut off. */
  slowChecks: number
  /** How long a request that was answered before its end may still send. */
  lingerMs: number
}

/** A modem of the last century sends ten times as much. */
const PACE: Pace = { checkMs: 5_000, leastBytes: 1024, slowChecks: 4, lingerMs: 10_000 }

interface UnderWay {
  bytesSeen: number
  slowChecks: number
}

/**
 * Cuts off requests whose bodies only drip, so that they hold no connection and no shutdown. A limit on the whole time of a
 * request would have to allow for a gigabyte of video on a slow line; a least pace tells the two apart.
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
      // Closing now could cost the client the answer that it is about to read.
      const timer = setTimeout(() => {
        leave()
        if (!request.complete) socket.destroy()
      }, pace.lingerMs).unref()
      // The connection may serve many more requests.
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
      // Where the server does not read on, the client is not to blame.
      const isHeldUp = request.isPaused() || request.readableLength >= request.readableHighWaterMark
      if (request.complete || isHeldUp || arrived >= pace.leastBytes) seen.slowChecks = 0
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
