import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** An S3 server on this machine, which checks signatures. */
export interface TestBucket {
  /** `FILES_URL` of its one bucket. */
  url: string
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
    ;({ port } = (await s3.run()) as AddressInfo)
    server = s3.httpServer
    // Its option `silent` still warns of each line that it does not write.
    s3.logger.silent = true
    // It drops the last slash of a listing's address before it verifies the signature, so that no client's would match.
    server.prependListener('request', ({ url }) => {
      s3.allowMismatchedSignatures = url?.startsWith('/assay/?') === true
    })
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
    url: `s3+http://${KEY}:${KEY}@127.0.0.1:${port}/assay/files`,
    start,
    stop,
    remove: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
