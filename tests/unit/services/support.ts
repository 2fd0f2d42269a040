import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Heard {
  method: string
  path: string
  authorization: string | undefined
}
export interface Answer {
  status: number
  body?: unknown
}

export interface Loopback {
  heard: Heard[]
  fetch: typeof fetch
  close(): Promise<void>
}

/** A real HTTP server with given answers that records its requests. */
export const listen = async (answer: (heard: Heard) => Answer | Promise<Answer>): Promise<Loopback> => {
  const heard: Heard[] = []
  const answering = async (request: IncomingMessage): Promise<Answer> => {
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
    }
    heard.push(one)
    return answer(one)
  }
  const server = createServer((request, response) => {
    void answering(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      return response.end(body === undefined ? '' : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    heard,
    fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path as string}`, init),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
