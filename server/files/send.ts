import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../http/refusal.ts'
import type { FileStore } from './store.ts'
import { isInline } from './types.ts'

/** Stored file and its name for downloads. */
export interface StoredFile {
  name: string
  hash: string
  size_bytes: number
  content_type: string
}

/** `private`, because access depends on the user; other content has another URL. */
const KEPT_FOR_EVER = 'private, max-age=31536000, immutable'

/** Sends a file or a range of it, so that nothing in it can run in the application's origin. */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  file: StoredFile,
  cacheControl = KEPT_FOR_EVER,
) => {
  const tag = `"${file.hash}"`
  const isKnown = request.headers['if-none-match'] === tag
  const range = isKnown ? null : rangeOf(request.headers.range, file.size_bytes)
  const content =
    isKnown || range === 'unsatisfiable' ? null : await firstBytes(files.read(file.hash, range ?? undefined))
  reply
    .header('content-type', file.content_type)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', cacheControl)
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', disposition(file))
  if (isKnown) return reply.status(304).send()
  if (range === 'unsatisfiable')
    return reply
      .status(416)
      .header('content-range', `bytes */${file.size_bytes}`)
      .header('content-type', 'text/plain')
      .send('')
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size_bytes}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size_bytes)
  return reply.send(content)
}

/** Resolves when the first bytes are readable: an error response must not have headers that permit caching for a year. */
const firstBytes = async (content: Readable): Promise<Readable> => {
  await once(content, 'readable').catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    throw Object.assign(notFound('The file is missing in the storage'), { cause })
  })
  return content
}

const disposition = ({ name, content_type: type }: StoredFile): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\/]/g, '_')
  return `${isInline(type) ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Parses a single range, as media players request it; requests for several ranges get the whole file. */
const rangeOf = (header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | null => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}
