import type { FastifyInstance } from 'fastify'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { OF_BUILT_FILES, WITHOUT_HELMET } from '../http/headers.ts'

const TYPES: Partial<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

/** Of the build's compressed copies the smallest first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * Serves the files of a built page from memory: a visit asks for a handful at once, and each that is read from the disk anew costs
 * several turns of the process. Files are those that are there now; hashed ones are kept for ever by who got them.
 */
export const serveFiles = (app: FastifyInstance, folder: string): void => {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[path.extname(file)]
    // Documents are served by address; what begins with a dot is about the build.
    if (type === undefined || file.startsWith('.')) continue
    const isHashed = file.startsWith(`assets${path.sep}`)
    const contentOf = keptInMemory(path.join(folder, file))
    app.get(`/${file.split(path.sep).join('/')}`, { config: WITHOUT_HELMET }, (request, reply) => {
      const { encoding, content } = contentOf(request.headers['accept-encoding'])
      if (encoding !== null) reply.header('content-encoding', encoding)
      return reply
        .headers(OF_BUILT_FILES)
        .type(type)
        .header('vary', 'accept-encoding')
        .header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        .send(content)
    })
  }
}

interface Content {
  /** Null: as it is. */
  encoding: string | null
  content: Buffer
}

/** Reads each copy of a file when it is first wanted. */
const keptInMemory = (file: string): ((accepted: string | undefined) => Content) => {
  const copies = ENCODINGS.filter(([, ending]) => existsSync(file + ending))
  const kept = new Map<string, Buffer>()
  const read = (name: string): Buffer => {
    const content = kept.get(name) ?? readFileSync(name)
    kept.set(name, content)
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
