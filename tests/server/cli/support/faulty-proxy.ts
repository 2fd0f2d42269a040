import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What happens to a request on its way to the server. `cut`: the connection ends while the body is sent. `lost`: the server carries the
 * request out, and the connection ends before the answer. A status is answered without the server.
 */
export type Fault = 'cut' | 'lost' | { status: number; headers?: Record<string, string> }

/**
 * A proxy before the server, which treats the first requests as the faults say and forwards the others; null is no fault. `port`: by default
 * a free one.
 */
export const aFaultyProxy = async (target: string, faults: readonly (Fault | null)[], port = 0) => {
  const pending = [...faults]
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    const fault = pending.shift() ?? null
    if (fault === 'cut') return void request.once('data', () => request.socket.destroy())
    if (fault === null || fault === 'lost') return pass(target, request, response, fault === 'lost')
    request.resume()
    request.once('end', () => {
      response.writeHead(fault.status, { 'content-type': 'text/plain', ...fault.headers })
      response.end('not the server')
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const pass = (target: string, request: IncomingMessage, response: ServerResponse, isLost: boolean): void => {
  const { method, headers, url = '' } = request
  const sent = forward(`${target}${url}`, { ...(method === undefined ? {} : { method }), headers }, (answer) => {
    if (isLost) {
      answer.resume()
      answer.once('end', () => request.socket.destroy())
      return
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  sent.on('error', () => response.destroy())
  request.pipe(sent)
}
