import { expect, test } from 'vitest'
import { signIn } from '../../../contract/session/session.ts'
import { readConfig } from '../../../server/config.ts'
import { callerAddress, parseTrustedProxies, trustedProxiesOf } from '../../../server/http/trusted-proxies.ts'
import { send, startTestApp } from '../support/app.ts'
import { aWorkspace } from '../support/people.ts'

/** Statuses of guesses whose X-Forwarded-For each begins with another forged address. */
const guesses = async (trusted: string, forwarded: (madeUp: string) => string): Promise<number[]> => {
  const app = await startTestApp({ SIGN_IN_ATTEMPTS: '2', TRUST_PROXY: trusted })
  try {
    await aWorkspace(app)
    const statuses = []
    for (let i = 0; i < 3; i += 1)
      statuses.push(
        await send(app, signIn.path, {
          method: 'POST',
          body: { login: 'owner', password: `guess ${i}` },
          headers: { 'x-forwarded-for': forwarded(`203.0.113.${i}`) },
        }),
      )
    return statuses.map(({ status }) => status)
  } finally {
    await app.close()
  }
}

test.each([
  ['false', (madeUp: string) => madeUp],
  ['true', (madeUp: string) => `${madeUp}, 198.51.100.7`],
  ['1', (madeUp: string) => `${madeUp}, 198.51.100.7`],
  ['2', (madeUp: string) => `${madeUp}, 198.51.100.7, 10.0.0.1`],
  ['127.0.0.1', (madeUp: string) => `${madeUp}, 198.51.100.7`],
])('TRUST_PROXY=%s takes no address that the client wrote itself', async (trusted, forwarded) => {
  expect(await guesses(trusted, forwarded)).toEqual([401, 401, 429])
})

test.each([
  ['1', (client: string) => client],
  ['2', (client: string) => `${client}, 10.0.0.1`],
])('TRUST_PROXY=%s takes the address that the first proxy wrote', async (trusted, forwarded) => {
  expect(await guesses(trusted, forwarded)).toEqual([401, 401, 401])
})

test('accepts a number or a list of proxies, and rejects anything else at start', () => {
  const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY })
  for (const value of ['false', '0', 'true', '1', '3', '203.0.113.4', '10.0.0.0/8, ::1'])
    expect(() => read(value)).not.toThrow()
  for (const value of ['-1', 'yes', '10.0.0.0/99']) expect(() => read(value)).toThrow(/TRUST_PROXY: must be a number/)
})

test('trusts counted proxies only at private addresses, so that a direct client is not trusted', () => {
  const trusts = parseTrustedProxies('2')
  if (trusts === null) throw new Error('a number of proxies is not counted')
  const peers = ['127.0.0.1', '::ffff:10.1.2.3', 'fd00::7', '203.0.113.4', '2001:db8::1', 'unknown']
  expect(peers.filter((peer) => trusts(peer, 0))).toEqual(['127.0.0.1', '::ffff:10.1.2.3', 'fd00::7'])
  expect([0, 1, 2].map((hop) => trusts('10.1.2.3', hop))).toEqual([true, true, false])
})

test.each([
  ['false', '127.0.0.1'],
  ['1', '198.51.100.7'],
  ['2', '198.51.100.7'],
  ['127.0.0.0/8', '198.51.100.7'],
  ['127.0.0.1, 198.51.100.7', '203.0.113.1'],
])('TRUST_PROXY=%s: the live channel counts a client at %s', (trusted, address) => {
  const forwarded = '192.0.2.9, 203.0.113.1, 198.51.100.7'
  expect(callerAddress('127.0.0.1', forwarded, trustedProxiesOf(trusted))).toBe(address)
})
