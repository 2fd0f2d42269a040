import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { PassThrough, type Transform } from 'node:stream'
import { ERROR_CODES, type Problem } from '../../contract/errors.ts'
import { serveFiles } from './page-files.ts'
import { readHabits, type Prerender } from './prerender.ts'

/**
 * Serves the single-page application: hashed files for ever, the page itself fresh, and the page for every address that is neither
 * a file nor a call. Without a built page, or for a call that does not exist, the answer is 404.
 */
export const servePage = (
  app: FastifyInstance,
  clientDir: string | undefined,
  prerender: Prerender | null = null,
): void => {
  const hasPage = clientDir !== undefined && existsSync(path.join(clientDir, 'index.html'))
  const documentOf = hasPage ? readDocuments(clientDir, prerender?.patternOf) : null
  if (hasPage) serveFiles(app, clientDir)
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
 * Sends the document with its page in it. Its head goes at once, so that the browser asks for the sheets while the page is drawn; one
 * that cannot be drawn is left out. A script before it writes down what people do to it until the application takes its place.
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
  // Of one person, and of this moment.
  return reply.header('cache-control', 'private, no-store').send(sent)
}

/** Quick, for somebody waits. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const encoderFor = ({ headers }: FastifyRequest, reply: FastifyReply): Transform & { flush?: () => void } => {
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  if (encoding === null) return new PassThrough()
  reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
  return encoding === 'br' ? createBrotliCompress(QUICK) : createGzip({ level: 4 })
}

/** Whether the page is one of a public link, whose address is part of a secret. */
const isShared = ({ url }: { url: string }): boolean => url.startsWith('/public/')

/** Whether a browser may be asking for a page of ours: no call, and nothing that ends like a file. */
const isPage = ({ method, url }: { method: string; url: string }): boolean => {
  const [address = ''] = url.split('?')
  return (method === 'GET' || method === 'HEAD') && !address.startsWith('/api/') && path.extname(address) === ''
}

/** The document of an address. */
interface PageDocument {
  /** As it is when the browser draws the page alone. */
  whole: string
  /** Of one that comes with its page: what stands before the page's root, and what follows its beginning. */
  begun: string
  ended: string
}

const ROOT = '<div id="root">'

/**
 * The document of each address: index.html with the links to what its page is made of (`page-links.json` of the build), so that
 * the browser asks for all of it at once. Where the page is in the document, that comes first: scripts stand at its end, and those that
 * the first one calls for are kept in a template until it has been seen (`views/boot/visit.ts`).
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
