import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import { fieldErrors, invalid } from '../../http/errors.ts'
import { parseJson } from '../../http/json.ts'

/** Agents label their bodies as they like: every body comes as bytes, and is read as what its call expects (protocol 1, Content type). */
export const takeAnyBody = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  // What is no content type at all would be refused before any parser is asked.
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

// A list of thousands of wrong lines is as clear after the first ones.
const MOST_ERRORS = 50

/** The body as JSON of this shape. 400 that names the wrong fields. */
export const jsonOf = <T>(request: FastifyRequest, schema: z.ZodMiniType<T>): T => {
  const value = parseJson(bytesOf(request))
  const parsed = schema.safeParse(value === undefined ? {} : value)
  if (!parsed.success) throw invalid(fieldErrors(parsed.error).slice(0, MOST_ERRORS))
  return parsed.data
}
