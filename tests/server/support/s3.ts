import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { isSignedAddress } from './signed-address.ts'

/** An S3 server on this machine, which checks signatures and rejects requests without one. */
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

export const openTestBucket = async (): Promise<TestBucket> => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-s3-'))
  let port = 0
  let server: Server | null = null
  const start = async (): Promise<void> => {
    const s3 = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      vhostBuckets: false,
      configureBuckets: [{ name: 'assay' }],
    })
    // Its own check cannot verify addresses of listings, whose last slash it drops, nor queries with characters that it does not encode.
    const hasOtherSignature = new AsyncLocalStorage<boolean>()
    Object.defineProperty(s3, 'allowMismatchedSignatures', { get: () => hasOtherSignature.getStore() })
    s3.middleware.unshift(async (context, next) => {
      const { url = '', headers } = context.req
      const isAddress = url.includes('X-Amz-Signature=')
      if (isAddress ? !isSignedAddress(context.req, KEY) : headers.authorization === undefined) {
        context.status = 403
        context.body = 'AccessDenied'
      } else await hasOtherSignature.run(isAddress || url.startsWith('/assay/?'), next)
    })
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
