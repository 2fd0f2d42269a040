import type { FastifyInstance } from 'fastify'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Nearly as quick as gzip's middle, and a list of suites is less than half as long as with that. A small window begins sooner. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 }
/** What is compressed at once: each part waits for a thread of its own accord. */
const PART = 256 * 1024

/** With its headers a shorter answer travels in one packet as it is. */
const LEAST = 1024

/** Long JSON answers of the API are compressed for whoever takes it; files and streams go as they are. */
export const compressAnswers = (app: FastifyInstance): void => {
  // No promise for what goes as it is: most answers are short, and each of these waits costs the next.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < LEAST || reply.hasHeader('content-encoding'))
      return done(null, payload)
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
    if (encoding === null) return done(null, payload)
    // The length that was set is that of the text.
    reply.removeHeader('content-length')
    reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
    const told = (error: Error | null, compressed: Buffer) => (error === null ? done(null, compressed) : done(error))
    // What is made room for at first is a part; an answer that is shorter needs no more than itself.
    const chunkSize = Math.min(PART, Math.max(payload.length, LEAST))
    if (encoding === 'br') brotliCompress(payload, { params: QUALITY, chunkSize }, told)
    else gzip(payload, { level: 4, chunkSize }, told)
  })
}
