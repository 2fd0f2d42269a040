import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver, { type Context } from '@20minutes/s3rver'
import { isSignedAddress } from './signed-address.ts'

/** An S3 server on this machine, which checks signatures and checksums, and rejects requests without a signature. */
export interface TestBucket {
  /** `FILES_URL` of its one bucket. */
  url: string
  /** `FILES_PUBLIC_URL` of its one bucket. */
  publicUrl: string
  stop(): Promise<void>
  /** Listens again, on the same port, with the same files. */
  start(): Promise<void>
  remove(): Promise<void>
}

/** The only key that the server knows. */
const KEY = 'S3RVER'
const BUCKET = 'assay'

/** What the storage verifies of requests to signed addresses; some storages verify less. */
export interface Checks {
  /** Computes checksums, and rejects other content. `given`: stores the checksum of the request instead. */
  checksums: 'computed' | 'given' | 'ignored'
  /** Rejects `x-amz` headers that are not signed. */
  rejectsUnsigned: boolean
}

export const openTestBucket = async ({
  checksums = 'computed',
  rejectsUnsigned = true,
}: Partial<Checks> = {}): Promise<TestBucket> => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-s3-'))
  let port = 0
  let server: Server | null = null
  const stored = new Map<string, string>()
  const start = async (): Promise<void> => {
    const s3 = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      vhostBuckets: false,
      configureBuckets: [{ name: BUCKET }],
    })
    // Its own check cannot verify addresses of listings, whose last slash it drops, nor queries with characters that it does not encode.
    const hasOtherSignature = new AsyncLocalStorage<boolean>()
    Object.defineProperty(s3, 'allowMismatchedSignatures', { get: () => hasOtherSignature.getStore() })
    s3.middleware.unshift(async (context, next) => {
      const { url = '', headers } = context.req
      const isAddress = url.includes('X-Amz-Signature=')
      if (isAddress ? !isSignedAddress(context.req, KEY, { rejectsUnsigned }) : headers.authorization === undefined) {
        context.status = 403
        context.body = 'AccessDenied'
      } else await hasOtherSignature.run(isAddress || url.startsWith('/assay/?'), next)
    })
    decodeCopySources(s3)
    if (checksums !== 'ignored') s3.middleware.unshift(checksumsOf(s3, stored, checksums === 'computed'))
    ;({ port } = (await s3.run()) as AddressInfo)
    server = s3.httpServer
    // Its option `silent` still warns of each line that it does not write.
    s3.logger.silent = true
  }
  const stop = async (): Promise<void> => {
    const running = server
    server = null
    if (running === null) return
    running.closeAllConnections()
    await new Promise((resolve) => running.close(resolve))
  }
  await start()
  return {
    publicUrl: `http://127.0.0.1:${port}/assay`,
    url: `s3+http://${KEY}:${KEY}@127.0.0.1:${port}/assay/files`,
    start,
    stop,
    remove: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** S3 decodes the slashes of the source of a copy; this server does not. */
const decodeCopySources = ({ store }: S3rver): void => {
  const [exists, copy] = [store.existsObject.bind(store), store.copyObject.bind(store)]
  store.existsObject = (bucket, key) => exists(bucket, decodeURIComponent(key))
  store.copyObject = (bucket, key, ...target) => copy(bucket, decodeURIComponent(key), ...target)
}

/** Verifies the checksum of each object that is written with one, and sends it with the headers of the object and of its copies. */
const checksumsOf =
  ({ store }: S3rver, checksums: Map<string, string>, verifies: boolean) =>
  async (context: Context, next: () => Promise<void>): Promise<void> => {
    const { method, headers, url = '' } = context.req
    await next()
    if (context.status >= 300) return
    const key = decodeURIComponent(url.split('?')[0] ?? '').slice(`/${BUCKET}/`.length)
    const given = headers['x-amz-checksum-sha256']
    const known = checksums.get(key)
    if (method === 'HEAD' && headers['x-amz-checksum-mode'] === 'ENABLED' && known !== undefined)
      context.set('x-amz-checksum-sha256', known)
    const source = decodeURIComponent(String(headers['x-amz-copy-source'] ?? '')).slice(`/${BUCKET}/`.length)
    const copied = checksums.get(source)
    if (copied !== undefined) checksums.set(key, copied)
    if (method !== 'PUT' || typeof given !== 'string') return
    const hash = createHash('sha256')
    for await (const chunk of (await store.getObject(BUCKET, key)).content) hash.update(chunk)
    if (!verifies || hash.digest('base64') === given) return void checksums.set(key, given)
    await store.deleteObject(BUCKET, key)
    context.status = 400
    context.body = 'BadDigest'
  }
