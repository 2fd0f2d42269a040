import type { FastifyInstance, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { TRACE_VIEWER } from '../../contract/launches/traces.ts'
import { notFound } from '../http/refusal.ts'
import { cacheControl, serveFiles } from './page-files.ts'

/** Reads the traces for the viewer's documents. */
const SERVICE_WORKER = 'sw.bundle.js'

/** Names that the viewer's build gave a hash. */
const HASHED = /[.-][\w-]{8}\.(?:js|css|ttf)$/

/**
 * Serves the trace viewer of Playwright (`scripts/trace-viewer.ts`), which displays traces in the application's origin. A trace is as
 * untrusted as the tested page, so the viewer's documents run only its own scripts and reach only its own files, and its service worker
 * also the stored files.
 */
export const serveTraceViewer = (app: FastifyInstance, clientDir: string, publicUrl: string): void => {
  const folder = path.join(clientDir, TRACE_VIEWER)
  if (!existsSync(folder)) return
  serveFiles(app, folder, {
    prefix: TRACE_VIEWER,
    headersOf: (file, request) => ({
      'content-security-policy': policyOf(file, originsOf(request, publicUrl)),
      'cross-origin-resource-policy': 'same-origin',
      // The viewer loads traces that its opener sends: other sites cannot be one.
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      ...cacheControl(HASHED.test(file)),
    }),
  })
  // The service worker answers all others: without it, they are not pages of the application either.
  app.get(`${TRACE_VIEWER}*`, () => {
    throw notFound('The trace viewer has no such file')
  })
}

/** A policy limits paths only of named origins. Users may reach the server under another name than `publicUrl`. */
const originsOf = ({ host }: FastifyRequest, publicUrl: string): string[] => [
  new URL(publicUrl).origin,
  ...(/^[a-z\d.-]+(?::\d+)?$/i.test(host) ? [`http://${host}`] : []),
]

const policyOf = (file: string, origins: readonly string[]): string => {
  const below = (...folders: string[]) =>
    folders.flatMap((folder) => origins.map((origin) => origin + folder)).join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src ${below(TRACE_VIEWER, ...(file === SERVICE_WORKER ? ['/api/files/'] : []))}`,
    "worker-src 'self'",
    `frame-src ${below(`${TRACE_VIEWER}snapshot/`)} data:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // Without navigation of the page around it, forms and dialogs.
    'sandbox allow-scripts allow-same-origin allow-downloads allow-popups',
  ].join('; ')
}
