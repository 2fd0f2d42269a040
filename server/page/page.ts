import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { PassThrough, type Transform } from 'node:stream'
import { ERROR_CODES, type Problem } from '../../contract/errors.ts'
import { servePageFiles } from './page-files.ts'
import { readHabits, type Prerender } from './prerender.ts'

/**
 * Serves the single-page application: hashed files with immutable caching, the document without caching, and the document for every URL
 * that is neither a file nor a call. 404 without a built page, and for unknown calls.
 */
export const servePage = (
  app: FastifyInstance,
  clientDir: string | undefined,
  prerender: Prerender | null = null,
): void => {
  const hasPage = clientDir !== undefined && existsSync(path.join(clientDir, 'index.html'))
  const documentOf = hasPage ? readDocuments(clientDir, prerender?.patternOf) : null
  if (hasPage) servePageFiles(app, clientDir)
  app.setNotFoundHandler((request, reply) => {
    if (documentOf !== null && isPage(request)) {
      const document = documentOf(request.url)
      const drawing = request.method === 'GET' ? (prerender?.draw(request) ?? null) : null
      reply.type('text/html; charset=utf-8')
      if (isShared(request)) reply.header('x-robots-tag', 'noindex, nofollow').header('cache-control', 'no-store')
      else reply.header('cache-control', 'no-cache')
      if (drawing !== null) return sendDrawn(request, reply, document, drawing, prerender?.earlyInput ?? '')
      return reply.send(document.whole)
    }
    const problem: Problem = {
      code: ERROR_CODES.notFound,
      message: `${request.method} ${request.url} does not exist`,
      requestId: request.id,
    }
    return reply.status(404).send(problem)
  })
}

/**
 * Streams the document with its prerendered page. Sends the head first, so that the browser loads the style sheets while the page is
 * rendered; a page that cannot be rendered is left out. An inline script records early input until the application takes over.
 */
const sendDrawn = (
  request: FastifyRequest,
  reply: FastifyReply,
  { begun, ended }: PageDocument,
  drawing: Promise<string | null>,
  earlyInput: string,
): FastifyReply => {
  const { theme } = readHabits(request)
  const sent = encoderFor(request, reply)
  sent.write(begun.replace('<html ', `<html data-prerendering ${theme === null ? '' : `data-theme="${theme}" `}`))
  sent.write(`<script>${earlyInput}</script>`)
  sent.flush?.()
  void drawing.then((page) => sent.end((page === null ? ROOT : `<div id="root" data-drawn>${page}`) + ended))
  // Depends on the user and the current data.
  return reply.header('cache-control', 'private, no-store').send(sent)
}

/** Low quality, because a user waits. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const encoderFor = ({ headers }: FastifyRequest, reply: FastifyReply): Transform & { flush?: () => void } => {
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  if (encoding === null) return new PassThrough()
  reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
  return encoding === 'br' ? createBrotliCompress(QUICK) : createGzip({ level: 4 })
}

/** Returns whether the page belongs to a public link, whose URL is part of a secret. */
const isShared = ({ url }: { url: string }): boolean => url.startsWith('/public/')

/** Returns whether a request may be for a page: not a call, and no file extension. */
const isPage = ({ method, url }: { method: string; url: string }): boolean => {
  const [address = ''] = url.split('?')
  return (method === 'GET' || method === 'HEAD') && !address.startsWith('/api/') && path.extname(address) === ''
}

/** Document of a URL. */
interface PageDocument {
  /** Document for rendering in the browser alone. */
  whole: string
  /** For a prerendered page: the part before the root element, and the part after its start tag. */
  begun: string
  ended: string
}

const ROOT = '<div id="root">'

/**
 * Returns the document of each URL: index.html with preload links of its page (`page-links.json` of the build), so that the browser loads
 * everything in parallel. In a prerendered document the markup comes first: scripts are at its end, and the preloads of the first script's
 * imports stay in a template until the page was painted (`views/boot/visit.ts`).
 */
const readDocuments = (
  clientDir: string,
  patternOf: ((url: string) => string | null) | undefined,
): ((url: string) => PageDocument) => {
  const html = readFileSync(path.join(clientDir, 'index.html'), 'utf8')
  const links = JSON.parse(readFileSync(path.join(clientDir, '.vite/page-links.json'), 'utf8')) as [string, string][]
  const documents = new Map(
    links.map(([pattern, own]) => [pattern, documentWith(html.replace('</head>', () => `${own}</head>`))]),
  )
  const other = documentWith(html)
  return (url) => documents.get(patternOf?.(url) ?? '') ?? other
}

const documentWith = (whole: string): PageDocument => {
  const taken = (each: RegExp) => [...whole.matchAll(each)].map(([tag]) => tag).join('')
  const first = /<script type="module"[^>]*><\/script>/g
  const others = /<link rel="modulepreload"[^>]*>/g
  const [begun = '', ended = ''] = whole.replace(first, '').replace(others, '').split(ROOT, 2)
  const scripts = `<template id="scripts">${taken(others)}</template>${taken(first)}`
  return { whole, begun, ended: ended.replace('</body>', () => `${scripts}</body>`) }
}
