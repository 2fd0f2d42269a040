import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import { fieldErrors, invalid } from '../../http/errors.ts'
import { wrongField } from '../../http/refusal.ts'

/** Agents label their bodies as they like: every body comes as bytes, and is read as what its call expects (protocol 1, Content type). */
export const takeAnyBody = (app: FastifyInstance, mostBytes: number): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) => done(null, body))
}

export const bytesOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)

/** The body as JSON of this shape. 400 that names every wrong field. */
export const jsonOf = <T>(request: FastifyRequest, schema: z.ZodMiniType<T>): T => {
  const text = bytesOf(request).toString('utf8').trim()
  let value: unknown
  try {
    value = text === '' ? {} : JSON.parse(text)
  } catch {
    throw wrongField('body', 'The body is not JSON')
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalid(fieldErrors(parsed.error))
  return parsed.data
}
