import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SERVICE_WORKER } from '../../../views/boot/offline/messages.ts'

/** A proxy in front of a server that can publish the next version of the application. */
export interface Publication {
  url: string
  publish(): void
  close(): Promise<void>
}

export const publicationOf = async (target: string): Promise<Publication> => {
  let isNext = false
  const server = createServer((requested, answer) => {
    const headers = { ...requested.headers, 'accept-encoding': 'identity' }
    const onwards = request(new URL(requested.url ?? '/', target), { method: requested.method, headers }, (got) => {
      void pass(got)
    })
    const pass = async (got: IncomingMessage) => {
      if (!isNext || requested.url !== SERVICE_WORKER) {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
        return
      }
      const { 'content-length': _, ...rest } = got.headers
      answer.writeHead(got.statusCode ?? 502, rest)
      answer.end(`${await text(got)}\n// The next version.`)
    }
    onwards.on('error', () => answer.destroy())
    requested.pipe(onwards)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: () => {
      isNext = true
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
