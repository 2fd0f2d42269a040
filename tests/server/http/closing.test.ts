import fastify from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closeQuietConnections } from '../../../server/http/closing.ts'

const gate = () => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

test('closing waits for pending requests and for no idle connection', async () => {
  const app = fastify({ forceCloseConnections: 'idle' })
  closeQuietConnections(app)
  const [asked, answer] = [gate(), gate()]
  app.get('/slow', async () => {
    asked.open()
    await answer.opened
    return 'answered in the end'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const dial = async () => {
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    return socket
  }
  // As browsers open connections ahead of requests.
  const unused = await dial()
  const busy = await dial()
  let said = ''
  busy.on('data', (chunk) => (said += chunk.toString()))
  busy.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await asked.opened
  const ends = [once(unused, 'close'), once(busy, 'close')]
  const closing = app.close()
  await ends[0]
  answer.open()
  await Promise.all([closing, ...ends])
  expect(said).toContain('answered in the end')
})

test('closing cuts off a request that does not end in time', async () => {
  const app = fastify({ forceCloseConnections: 'idle' })
  closeQuietConnections(app, 50)
  const requested = gate()
  app.get('/endless', async () => {
    requested.open()
    return new Promise(() => undefined)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => undefined)
  socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  await requested.opened
  const cut = once(socket, 'close')
  await app.close()
  await cut
  expect(socket.destroyed).toBe(true)
})
