import type { FastifyInstance } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ERROR_CODES, type Problem } from '../contract/errors.ts'
import { serveFiles } from './page-files.ts'

/**
 * Serves the single-page application: hashed files for ever, the page itself fresh, and the page for every address that is neither
 * a file nor a call. Without a built page, or for a call that does not exist, the answer is 404.
 */
export const servePage = (app: FastifyInstance, clientDir: string | undefined): void => {
  const hasPage = clientDir !== undefined && existsSync(path.join(clientDir, 'index.html'))
  const documentOf = hasPage ? readDocuments(clientDir) : () => ''
  if (hasPage) serveFiles(app, clientDir)
  app.setNotFoundHandler((request, reply) => {
    if (hasPage && isPage(request))
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(documentOf(request.url))
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

/**
 * The document of each address: index.html with the links to what its page is made of (`page-links.json` of the build), so that
 * the browser asks for all of it at once.
 */
const readDocuments = (clientDir: string): ((url: string) => string) => {
  const html = readFileSync(path.join(clientDir, 'index.html'), 'utf8')
  const links = JSON.parse(readFileSync(path.join(clientDir, '.vite/page-links.json'), 'utf8')) as [string, string][]
  const documents = links.map(([pattern, own]) => ({
    parts: partsOf(pattern),
    document: html.replace('</head>', () => `${own}</head>`),
  }))
  return (url) => {
    const [address = ''] = url.split('?')
    const given = partsOf(address)
    // As the page matches its routes: the first that fits.
    const fits = (parts: readonly string[]) =>
      parts.length === given.length &&
      parts.every((part, place) => (part.startsWith(':') ? given[place] !== '' : part === given[place]))
    return documents.find(({ parts }) => fits(parts))?.document ?? html
  }
}

const partsOf = (address: string): string[] => address.replace(/\/+$/, '').split('/')
