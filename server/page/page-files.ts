import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { TRACE_VIEWER } from '../../contract/launches/traces.ts'
import { OF_BUILT_FILES, WITHOUT_HELMET } from '../http/headers.ts'

const TYPES: Partial<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.tgz': 'application/gzip',
  '.whl': 'application/zip',
}

/** Compressed copies of the build, the smallest first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Caching of files whose names have a hash, and of the others. */
export const cacheControl = (isHashed: boolean) => ({
  'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
})

/** Serves the files of a built page. Clients cache hashed files forever. */
export const servePageFiles = (app: FastifyInstance, folder: string): void =>
  serveFiles(app, folder, {
    prefix: '/',
    // Documents are served by URL pattern; files with a leading dot are build metadata; the trace viewer has its own headers.
    isServed: (file) => !file.endsWith('.html') && !file.startsWith('.') && !file.startsWith(TRACE_VIEWER.slice(1)),
    headersOf: (file) => ({ ...OF_BUILT_FILES, ...cacheControl(file.startsWith('assets/')) }),
  })

interface Served {
  /** Path of the folder in URLs, with slashes around it. */
  prefix: string
  /** `file` is a path with forward slashes. */
  isServed?: (file: string) => boolean
  headersOf: (file: string, request: FastifyRequest) => Record<string, string>
}

/**
 * Serves files of known types from memory: a visit loads several in parallel, and each read from disk takes several turns of the event loop.
 * Lists the files at startup.
 */
export const serveFiles = (app: FastifyInstance, folder: string, { prefix, isServed, headersOf }: Served): void => {
  for (const [file, send] of filesIn(folder)) {
    if (isServed?.(file) === false) continue
    app.get(prefix + file, { config: WITHOUT_HELMET }, (request, reply) =>
      send(request, reply.headers(headersOf(file, request))),
    )
  }
}

type Send = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Returns the files of known types in a folder, by their path with forward slashes, each with a function that sends it. */
export const filesIn = (folder: string): Map<string, Send> => {
  const files = new Map<string, Send>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[path.extname(name)]
    if (type === undefined) continue
    const contentOf = keptInMemory(path.join(folder, name))
    files.set(name.split(path.sep).join('/'), (request, reply) => {
      const { encoding, content } = contentOf(request.headers['accept-encoding'])
      if (encoding !== null) reply.header('content-encoding', encoding)
      return reply.type(type).header('vary', 'accept-encoding').send(content)
    })
  }
  return files
}

interface Content {
  /** Null: uncompressed. */
  encoding: string | null
  content: Buffer
}

/** Returns a function that reads each copy of a file on first use and caches it. */
const keptInMemory = (file: string): ((accepted: string | undefined) => Content) => {
  const copies = ENCODINGS.filter(([, ending]) => existsSync(file + ending))
  const saved = new Map<string, Buffer>()
  const read = (name: string): Buffer => {
    const content = saved.get(name) ?? readFileSync(name)
    saved.set(name, content)
    return content
  }
  return (accepted = '') => {
    const isAccepted = (encoding: string) =>
      accepted.split(',').some((one) => {
        const [name = '', weight = ''] = one.split(';').map((part) => part.trim())
        return name === encoding && !/^q=0(?:\.0*)?$/.test(weight)
      })
    const copy = copies.find(([encoding]) => isAccepted(encoding))
    return copy ? { encoding: copy[0], content: read(file + copy[1]) } : { encoding: null, content: read(file) }
  }
}
