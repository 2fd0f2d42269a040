// The package has no types; these cover what the tests use.
declare module '@20minutes/s3rver' {
  import type { IncomingMessage, Server } from 'node:http'
  import type { AddressInfo } from 'node:net'
  import type { Readable } from 'node:stream'

  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    vhostBuckets: boolean
    configureBuckets: { name: string }[]
  }

  /** Koa's. */
  export interface Context {
    req: IncomingMessage
    status: number
    body: string
    set(header: string, value: string): void
  }
  type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>

  export default class S3rver {
    constructor(options: Options)
    httpServer: Server
    middleware: Middleware[]
    store: {
      getObject(bucket: string, key: string): Promise<{ content: Readable & AsyncIterable<Buffer> }>
      deleteObject(bucket: string, key: string): Promise<void>
      existsObject(bucket: string, key: string): Promise<boolean>
      copyObject(bucket: string, key: string, toBucket: string, toKey: string, headers: object | null): Promise<object>
    }
    logger: { silent: boolean }
    run(): Promise<AddressInfo>
  }
}
