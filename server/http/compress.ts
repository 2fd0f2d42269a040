import type { FastifyInstance } from 'fastify'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const gzipped = promisify(gzip)

/** Shorter answers travel as quickly as they are. */
const LEAST = 4 * 1024

/** Long JSON answers of the API are compressed for whoever takes it; files and streams go as they are. */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < LEAST || reply.hasHeader('content-encoding')) return payload
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return payload
    // The length that was set is that of the text.
    reply.removeHeader('content-length')
    reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding')
    return gzipped(payload, { level: 4 })
  })
}
