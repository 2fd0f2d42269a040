import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import { fieldErrors, invalid } from '../../http/errors.ts'
import { parseJson } from '../../http/json.ts'

/**
 * Accepts bodies with any content type, because agents send arbitrary ones: each is read as bytes and parsed as its call expects (protocol
 * 1, Content type).
 */
export const takeAnyBody = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  // Fastify rejects an invalid content type before it calls a parser.
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const type = headers['content-type']
    if (type !== undefined && !/^multipart\//i.test(type)) headers['content-type'] = 'application/octet-stream'
    done()
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

export const bytesOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)

// Limit of the reported field errors: further ones add nothing.
const MAX_ERRORS = 50

/** Parses the body as JSON of this shape. Throws 400 with the wrong fields. */
export const jsonOf = <T>(request: FastifyRequest, schema: z.ZodMiniType<T>): T => {
  const value = parseJson(bytesOf(request))
  const parsed = schema.safeParse(value === undefined ? {} : value)
  if (!parsed.success) throw invalid(fieldErrors(parsed.error).slice(0, MAX_ERRORS))
  return parsed.data
}
