import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../http/refusal.ts'
import { keyOf, type FileStore } from './store.ts'
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

/** A redirect to a smaller file takes longer than the file itself. */
const MIN_REDIRECTED_BYTES = 64 * 1024

/** Servers limit the length of addresses; long names get longer when they are encoded in one. */
const MAX_DISPOSITION = 1000

const ADDRESS_SECONDS = 15 * 60

/** Players request further parts of a video from the address that they began with. */
const VIDEO_ADDRESS_SECONDS = 60 * 60

/** Shorter than the lifetime of the address. */
const REDIRECT_KEPT = 'private, max-age=300'

/** Redirects browsers to a large file in the bucket where they reach it; sends other files. */
export const sendOrRedirect = async (
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  file: StoredFile,
  cacheControl = KEPT_FOR_EVER,
) => {
  const address = await directAddress(request, files, file, cacheControl)
  if (address === null) return sendFile(request, reply, files, file, cacheControl)
  return reply
    .header('cache-control', cacheControl === KEPT_FOR_EVER ? REDIRECT_KEPT : cacheControl)
    .header('vary', 'sec-fetch-mode')
    .header('cross-origin-resource-policy', 'same-origin')
    .redirect(address, 302)
}

/** Sends a file or a range of it, so that nothing in it can run in the application's origin. */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  file: StoredFile,
  cacheControl = KEPT_FOR_EVER,
) => {
  const tag = tagOf(file)
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

/**
 * Returns the address of the file in the bucket; null when it has to go through the server. Elements of pages and navigations follow a
 * redirect to another origin. Scripts need a permission of the bucket for it, and other clients may send their token along.
 */
const directAddress = async (
  { method, headers }: FastifyRequest,
  { blobs: { direct } }: FileStore,
  file: StoredFile,
  cacheControl: string,
): Promise<string | null> => {
  const mode = headers['sec-fetch-mode']
  const contentDisposition = disposition(file)
  if (headers['if-none-match'] === tagOf(file)) return null
  if (direct === null || method !== 'GET' || (mode !== 'navigate' && mode !== 'no-cors')) return null
  if (file.size_bytes < MIN_REDIRECTED_BYTES || contentDisposition.length > MAX_DISPOSITION) return null
  const seconds = file.content_type.startsWith('video/') ? VIDEO_ADDRESS_SECONDS : ADDRESS_SECONDS
  return direct
    .addressOf(keyOf(file.hash), { seconds, contentType: file.content_type, contentDisposition, cacheControl })
    .catch(missingFile)
}

/** Resolves when the first bytes are readable: an error response must not have headers that permit caching for a year. */
const firstBytes = async (content: Readable): Promise<Readable> => {
  await once(content, 'readable').catch(missingFile)
  return content
}

const missingFile = (cause: unknown): never => {
  if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
  throw Object.assign(notFound('The file is missing in the storage'), { cause })
}

const tagOf = ({ hash }: StoredFile): string => `"${hash}"`

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
