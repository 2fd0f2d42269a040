// The package has no types; these cover what the tests use.
declare module '@20minutes/s3rver' {
  import type { IncomingMessage, Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    vhostBuckets: boolean
    configureBuckets: { name: string }[]
  }

  /** Koa's. */
  interface Context {
    req: IncomingMessage
    status: number
    body: string
  }
  type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>

  export default class S3rver {
    constructor(options: Options)
    httpServer: Server
    middleware: Middleware[]
    logger: { silent: boolean }
    run(): Promise<AddressInfo>
  }
}
