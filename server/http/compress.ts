import type { FastifyInstance } from 'fastify'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * Brotli quality 5 is nearly as fast as gzip level 4, and a list of suites is less than half as long. A small window reduces the setup
 * time.
 */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 }
/** Bytes per chunk: each chunk takes a turn in the thread pool. */
const PART = 256 * 1024

/** Minimum length: shorter responses fit into one packet with their headers. */
const MIN = 1024

/** Compresses long JSON responses of the API when the client accepts it; files and streams are sent unchanged. */
export const compressAnswers = (app: FastifyInstance): void => {
  // Uses callbacks, because most responses are short, and each await of a promise would delay them.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < MIN || reply.hasHeader('content-encoding'))
      return done(null, payload)
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
    if (encoding === null) return done(null, payload)
    // The `content-length` is that of the uncompressed text.
    reply.removeHeader('content-length')
    reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
    const finish = (error: Error | null, compressed: Buffer) => (error === null ? done(null, compressed) : done(error))
    // The output buffer is allocated at this size: no larger than a short response needs.
    const chunkSize = Math.min(PART, Math.max(payload.length, MIN))
    if (encoding === 'br') brotliCompress(payload, { params: QUALITY, chunkSize }, finish)
    else gzip(payload, { level: 4, chunkSize }, finish)
  })
}
