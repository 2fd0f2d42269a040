import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ERROR_CODES, type Problem } from '../contract/errors.ts'

/**
 * Serves the single-page application: hashed files for ever, the page itself fresh, and the page for every address that is neither
 * a file nor a call. Without a built page, or for a call that does not exist, the answer is 404.
 */
export const servePage = async (app: FastifyInstance, clientDir: string | undefined): Promise<void> => {
  const hasPage = clientDir !== undefined && existsSync(path.join(clientDir, 'index.html'))
  if (hasPage)
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
    if (hasPage && isPage(request)) return reply.sendFile('index.html')
    const problem: Problem = {
      code: ERROR_CODES.notFound,
      message: `${request.method} ${request.url} does not exist`,
      requestId: request.id,
    }
    return reply.status(404).send(problem)
  })
}

/** Whether a browser may be asking for a page of ours: no call, and nothing that ends like a file. */
const isPage = ({ method, url }: { method: string; url: string }): boolean => {
  const [address = ''] = url.split('?')
  return (method === 'GET' || method === 'HEAD') && !address.startsWith('/api/') && path.extname(address) === ''
}
