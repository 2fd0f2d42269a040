import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { S3mini } from 's3mini'
import type { Blobs, Content, DirectAccess } from './blobs.ts'
import type { Bucket } from './bucket.ts'

/** The bucket of `FILES_URL` cannot be used. */
export class BucketRefused extends Error {}

/** Bytes in memory per part of an upload; four parts are sent concurrently. */
const PART_BYTES = 8 * 1024 * 1024
const LISTED_AT_ONCE = 1000
const TRIAL_SECONDS = 60

/**
 * Stores uploaded files in a bucket, so that several servers share them. Throws `BucketRefused` when the storage is unreachable, has no
 * such bucket, or denies access. `publicUrl`: address of the bucket for browsers and reporters.
 */
export const openS3Blobs = async (bucket: Bucket, dataDir: string, publicUrl?: string): Promise<Blobs> => {
  const { endpoint, prefix, ...access } = bucket
  const s3 = new S3mini({ endpoint, ...access, minPartSize: PART_BYTES })
  const isThere = await s3.bucketExists().catch((cause: unknown) => {
    throw new BucketRefused(`FILES_URL: ${endpoint} cannot be reached`, { cause })
  })
  if (!isThere)
    throw new BucketRefused(`FILES_URL: there is no bucket ${endpoint}, or its key is not allowed to use it`)

  const addressIn = (bucketUrl: string, key: string): string =>
    `${bucketUrl}/${prefix.split('/').map(encodeURIComponent).join('/')}${key}`

  const uploadRequest = async (bucketUrl: string, key: string, { sizeBytes, sha256 }: Content, seconds: number) => {
    const headers = { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }
    const url = await signedAddress(
      access,
      addressIn(bucketUrl, key),
      { 'X-Amz-Expires': String(seconds) },
      { method: 'PUT', headers: { ...headers, 'content-length': String(sizeBytes) } },
    )
    return { url, headers }
  }

  const contentOf = async (key: string): Promise<Content | null> => {
    const request = { method: 'HEAD', headers: { 'x-amz-checksum-mode': 'ENABLED' } }
    const url = await signedAddress(access, addressIn(endpoint, key), { 'X-Amz-Expires': '60' }, request)
    return contentIn(await asDisk(successOf(fetch(url, request))))
  }

  const uploadRisk = async (key: string): Promise<string | null> => {
    const content = { sizeBytes: 1, sha256: createHash('sha256').update('a').digest('hex') }
    const { url, headers } = await uploadRequest(endpoint, key, content, TRIAL_SECONDS)
    const put = async (body: string, unsigned: Record<string, string> = {}): Promise<number> => {
      const answer = await asDisk(fetch(url, { method: 'PUT', headers: { ...headers, ...unsigned }, body }))
      await answer.body?.cancel()
      if ([500, 502, 503, 504].includes(answer.status)) throw unavailable('EIO')
      return answer.status
    }
    try {
      const status = await put('a')
      if (status !== 200) return `it answers ${status} to a signed upload`
      if ((await contentOf(key))?.sha256 !== content.sha256) return 'it does not compute SHA-256 checksums'
      if ((await put('b')) < 400) return 'it accepts content with another checksum'
      const source = new URL(addressIn(endpoint, key)).pathname
      if ((await put('a', { 'x-amz-copy-source': source })) !== 403) return 'it accepts headers that are not signed'
      return null
    } finally {
      await asDisk(s3.deleteObject(`${prefix}${key}`))
    }
  }

  const directAccess = (bucketUrl: string): DirectAccess => ({
    origin: new URL(bucketUrl).origin,
    async addressOf(key, { seconds, contentType, contentDisposition, cacheControl }) {
      if ((await asDisk(s3.objectExists(`${prefix}${key}`))) !== true) throw unavailable('ENOENT')
      return signedAddress(access, addressIn(bucketUrl, key), {
        'X-Amz-Expires': String(seconds),
        'response-content-type': contentType,
        'response-content-disposition': contentDisposition,
        'response-cache-control': cacheControl,
      })
    },
    uploadRisk,
    uploadRequestOf: (key, content, seconds) => uploadRequest(bucketUrl, key, content, seconds),
    contentOf,
    async copy(from, to) {
      const replaced = { metadataDirective: 'REPLACE', contentType: 'application/octet-stream' } as const
      await asDisk(s3.copyObject(`${prefix}${from}`, `${prefix}${to}`, replaced))
    },
  })

  const listed = async function* (folder: string) {
    let next: string | undefined
    do {
      const page = await asDisk(s3.listObjectsPaged('/', `${prefix}${folder}/`, LISTED_AT_ONCE, next))
      yield* page?.objects ?? []
      next = page?.nextContinuationToken
    } while (next !== undefined)
  }

  return {
    id: createHash('sha256').update(`${endpoint}/${prefix}`).digest('hex'),
    incoming: path.join(dataDir, 'files', 'incoming'),
    direct: publicUrl === undefined ? null : directAccess(publicUrl),
    async keep(localFile, key) {
      await asDisk(s3.putAnyObject(`${prefix}${key}`, await openAsBlob(localFile)))
      await rm(localFile, { force: true })
    },
    read: (key, range) => Readable.from(bytesOf(s3, `${prefix}${key}`, range), { objectMode: false }),
    async remove(key) {
      await asDisk(s3.deleteObject(`${prefix}${key}`))
    },
    async removeFolder(folder) {
      for await (const { Key } of listed(folder)) await asDisk(s3.deleteObject(Key))
    },
    async folders(folder) {
      const writtenAt = new Map<string, Date>()
      for await (const { Key, LastModified } of listed(folder)) {
        const name = Key.slice(prefix.length + folder.length + 1).split('/')[0] ?? ''
        const at = new Date(LastModified)
        if (at >= (writtenAt.get(name) ?? at)) writtenAt.set(name, at)
      }
      return [...writtenAt].map(([name, at]) => ({ name, writtenAt: at }))
    },
  }
}

/** Throws an error with the status of other answers, as `s3mini` does. */
const successOf = async (answer: Promise<Response>): Promise<Response> => {
  const { ok, status } = await answer
  if (!ok) throw Object.assign(new Error(`The bucket answered ${status}`), { status })
  return answer
}

const contentIn = ({ headers }: Response): Content | null => {
  const checksum = Buffer.from(headers.get('x-amz-checksum-sha256') ?? '', 'base64')
  const sizeBytes = Number(headers.get('content-length') ?? Number.NaN)
  if (checksum.length !== 32 || !Number.isSafeInteger(sizeBytes) || headers.has('content-encoding')) return null
  return { sizeBytes, sha256: checksum.toString('hex') }
}

/** Signs with `aws4fetch`: signatures of `s3mini` do not match where a query has characters such as `*`, which each disposition has. */
const signedAddress = async (
  access: Pick<Bucket, 'accessKeyId' | 'secretAccessKey' | 'region'>,
  url: string,
  query: Readonly<Record<string, string>>,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<string> => {
  const signer = new AwsV4Signer({
    ...access,
    service: 's3',
    method,
    url: `${url}?${new URLSearchParams(query).toString()}`,
    headers,
    // The content length, too, which is not signed by default.
    allHeaders: true,
    signQuery: true,
  })
  const { href } = (await signer.sign()).url
  // A plus is a space in forms only; some storages read it as itself.
  return href.replaceAll('+', '%20')
}

const bytesOf = async function* (s3: S3mini, key: string, range?: { start: number; end: number }) {
  const answer = await asDisk(range ? s3.getObjectRaw(key, false, range.start, range.end + 1) : s3.getObjectRaw(key))
  yield* answer.body ?? []
}

/** Maps errors to the codes of file system errors, so that callers handle only one kind. */
const asDisk = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (cause) {
    throw unavailable((cause as { status?: number }).status === 404 ? 'ENOENT' : 'EIO', cause)
  }
}

const unavailable = (code: 'ENOENT' | 'EIO', cause?: unknown): Error =>
  Object.assign(new Error('The file storage refused a request or cannot be reached', { cause }), { code })
