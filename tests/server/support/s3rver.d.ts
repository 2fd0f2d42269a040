// The package has no types; these cover what the tests use.
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    vhostBuckets: boolean
    configureBuckets: { name: string }[]
  }

  export default class S3rver {
    constructor(options: Options)
    httpServer: Server
    allowMismatchedSignatures: boolean
    logger: { silent: boolean }
    run(): Promise<AddressInfo>
  }
}
