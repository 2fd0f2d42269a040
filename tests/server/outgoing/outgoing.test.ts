import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { generateKeyPairSync } from 'node:crypto'
import { parseAllowedAddresses } from '../../../server/outgoing/allowed-addresses.ts'
import { createOutgoing } from '../../../server/outgoing/outgoing.ts'
import { selfSigned } from '../../../server/session/sso/self-signed.ts'
import { listenWith, type TestServer } from '../support/systems.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())))

const listening = async (...given: Parameters<typeof listenWith>): Promise<TestServer> => {
  const server = await listenWith(...given)
  open.push(server)
  return server
}

const all = createOutgoing({ ALLOW_INTERNAL_ADDRESSES: 'true' })
const publicOnly = createOutgoing({ ALLOW_INTERNAL_ADDRESSES: 'false' })
const bounds = { maxBytes: 1024 * 1024, timeoutMs: 10_000 }

describe('addresses of internal networks', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://10.1.2.3/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://100.64.0.1/',
  ])('%s is rejected before anything is sent', async (address) => {
    let calls = 0
    const server = await listening((_, response) => {
      calls += 1
      response.end('secret')
    })
    const url = address.replace('PORT', new URL(server.url).port)
    await expect(publicOnly.ask(url, {}, bounds)).rejects.toMatchObject({ why: 'internal' })
    expect(calls).toBe(0)
  })

  test('the owner allows single host names, addresses and ranges', async () => {
    const server = await listening((_, response) => response.end('answer'))
    const byName = server.url.replace('127.0.0.1', 'localhost')
    const asking = (allowed: string, url: string) =>
      createOutgoing({ ALLOW_INTERNAL_ADDRESSES: allowed }).ask(url, {}, bounds)
    expect(await asking('127.0.0.0/8', server.url)).toMatchObject({ status: 200, text: 'answer' })
    expect(await asking('jira.corp, localhost', byName)).toMatchObject({ status: 200, text: 'answer' })
    await expect(asking('jira.corp, 10.0.0.0/8', byName)).rejects.toMatchObject({ why: 'internal' })
    await expect(asking('localhost', server.url)).rejects.toMatchObject({ why: 'internal' })
  })

  test('rejects an invalid list of allowed addresses', () => {
    for (const wrong of ['', 'two words', '10.0.0.0/99', 'a,,b', '*']) expect(parseAllowedAddresses(wrong)).toBeNull()
  })
})

describe('hostile systems', () => {
  test('does not follow a redirect', async () => {
    let calls = 0
    const target = await listening((_, response) => {
      calls += 1
      response.end('secret')
    })
    const server = await listening((_, response) => response.writeHead(302, { location: target.url }).end())
    expect(await all.ask(server.url, {}, bounds)).toMatchObject({ status: 302, text: '' })
    expect(calls).toBe(0)
  })

  test('cuts off an endless answer at the limit', async () => {
    const server = await listening((_, response) => {
      const write = () => {
        while (response.write(Buffer.alloc(64 * 1024, 'x')));
      }
      response.on('drain', write)
      write()
    })
    await expect(all.ask(server.url, {}, bounds)).rejects.toMatchObject({ why: 'too-large' })
  })

  test('silence, before the answer or within it, ends at the time limit', async () => {
    const short = { ...bounds, timeoutMs: 100 }
    const silent = await listening(() => undefined)
    await expect(all.ask(silent.url, {}, short)).rejects.toMatchObject({ why: 'too-slow' })
    const halting = await listening((_, response) => void response.write('beginning'))
    await expect(all.ask(halting.url, {}, short)).rejects.toMatchObject({ why: 'too-slow' })
  })

  test('reports a broken connection and a closed port', async () => {
    const server = await listening((_, response) => {
      response.write('beginning')
      setImmediate(() => response.destroy())
    })
    await expect(all.ask(server.url, {}, bounds)).rejects.toMatchObject({ why: 'unreachable' })
    await server.close()
    await expect(all.ask(server.url, {}, bounds)).rejects.toMatchObject({ why: 'unreachable' })
  })

  test('rejects a certificate that is not trusted', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const cert = selfSigned(key, 'localhost', new Date(), new Date(Date.now() + 86_400_000))
    const server = createTlsServer({ key, cert }, (_, response) => response.end('answer'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({
      close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    })
    const { port } = server.address() as AddressInfo
    await expect(all.ask(`https://localhost:${port}/`, {}, bounds)).rejects.toMatchObject({ why: 'certificate' })
  })

  test('the caller cancels it', async () => {
    const server = await listening(() => undefined)
    const leaving = new AbortController()
    const asking = all.ask(server.url, { signal: leaving.signal }, bounds)
    leaving.abort()
    await expect(asking).rejects.toMatchObject({ why: 'called-off' })
  })
})
