import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HELP } from '../../contract/links.ts'
import { WITHOUT_HELMET } from '../http/headers.ts'
import { notFound } from '../http/refusal.ts'
import { cacheControl, filesIn } from './page-files.ts'

/** Serves the documentation site (`scripts/docs.mjs`). In a clone its build ends after the server's start, so the folder may appear later. */
export const serveDocumentation = (app: FastifyInstance, folder: string): void => {
  let site: ReturnType<typeof readSite> | null = null
  const serve = (file: string, request: FastifyRequest, reply: FastifyReply) => {
    if (!existsSync(path.join(folder, 'index.html')))
      throw notFound('The documentation is not built yet: npm start builds it, and so does npm run docs')
    site ??= readSite(folder)
    const send = site.files.get(file)
    reply.headers({ 'content-security-policy': site.policy, ...cacheControl(file.startsWith('assets/')) })
    return send?.(request, reply) ?? site.files.get('404.html')?.(request, reply.status(404))
  }
  // The router ignores a slash at the end; links in the documents do not.
  app.get(HELP, { config: WITHOUT_HELMET }, (request, reply) =>
    request.url.startsWith(HELP) ? serve('index.html', request, reply) : reply.redirect(HELP),
  )
  app.get<{ Params: { '*': string } }>(`${HELP}*`, { config: WITHOUT_HELMET }, (request, reply) =>
    serve(request.params['*'], request, reply),
  )
}

const readSite = (folder: string) => {
  const document = readFileSync(path.join(folder, 'index.html'), 'utf8')
  const hashes = [...document.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const policy = [
    "default-src 'self'",
    // All pages have the same inline scripts, which set the theme.
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return { files: filesIn(folder), policy: policy.join('; ') }
}
