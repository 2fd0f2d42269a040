import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ERROR_CODES } from '../contract/errors.ts'

/** Serves the single-page application: hashed files for ever, the page itself fresh, and the page for every address that is not a file or a call. */
export const servePage = async (app: FastifyInstance, clientDir: string): Promise<void> => {
  if (!existsSync(path.join(clientDir, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: clientDir,
    preCompressed: true,
    wildcard: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
    if (wantsPage && !path.extname(request.url.split('?')[0] ?? '')) return reply.sendFile('index.html')
    return reply.status(404).send({
      code: ERROR_CODES.notFound,
      message: `${request.method} ${request.url} does not exist`,
      requestId: request.id,
    })
  })
}
