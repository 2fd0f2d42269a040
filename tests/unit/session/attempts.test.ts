import { expect, test } from 'vitest'
import { createAttempts, type Attempt } from '../../../server/http/limits/attempts.ts'
import { networkOf } from '../../../server/http/limits/network.ts'
import type { Refusal } from '../../../server/http/refusal.ts'

const MINUTE = 60_000

/** Attempts at 3 free failures, over a clock that the test sets. */
const setUp = () => {
  let at = 0
  const attempts = createAttempts(3, () => at)
  const begin = (attempt: Attempt) => {
    try {
      return { counted: attempts.begin(attempt), wait: 0 }
    } catch (error) {
      return { counted: null, wait: (error as Refusal).retryAfterSeconds ?? Number.NaN }
    }
  }
  return {
    begin,
    /** Fails this many times, waiting as long as each rejection requires. */
    failFrom: (attempt: Attempt, times: number): void => {
      for (let i = 0; i < times; i += 1) {
        at += begin(attempt).wait * 1000
        if (begin(attempt).counted === null) throw new Error('the attempt is refused after waiting')
      }
    },
    /** Fails as often as possible without waiting. */
    failFreely: (attempt: Attempt): number => {
      let failures = 0
      while (begin(attempt).wait === 0) failures += 1
      return failures
    },
    pass: (ms: number) => (at += ms),
  }
}

const greta = { account: 'greta', address: '198.51.100.1' }

test('the delay doubles with each failure beyond the free ones, up to 15 minutes', () => {
  const { begin, failFreely, pass } = setUp()
  expect(failFreely(greta)).toBe(3)
  const waits: number[] = []
  for (let i = 0; i < 7; i += 1) {
    const { wait } = begin(greta)
    waits.push(wait)
    pass(wait * 1000)
    expect(begin(greta).wait).toBe(0)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900])
})

test('a failure is forgiven after an hour, and a success clears them all', () => {
  const { begin, failFreely, pass } = setUp()
  failFreely(greta)
  pass(2 * 60 * MINUTE)
  expect(failFreely(greta)).toBe(2)
  pass(30_000 * 4)
  begin(greta).counted?.succeeded()
  expect(failFreely(greta)).toBe(3)
})

test('attempts from another address do not block a user', () => {
  const { begin, failFreely } = setUp()
  failFreely({ account: 'greta', address: '203.0.113.9' })
  expect(begin(greta).wait).toBe(0)
})

test('one address may fail at many accounts, up to ten times the free failures', () => {
  const { failFreely } = setUp()
  let failures = 0
  for (let i = 0; i < 15; i += 1) failures += failFreely({ account: `user ${i}`, address: '203.0.113.9' })
  expect(failures).toBe(30)
})

test('failures from many addresses at one account block strangers, but no address or session of the user', () => {
  const { begin, failFreely } = setUp()
  begin(greta).counted?.succeeded()
  let failures = 0
  for (let i = 1; i < 60; i += 1) failures += failFreely({ account: 'greta', address: `203.0.113.${i}` })
  expect(failures).toBe(60)
  expect(begin({ account: 'greta', address: '192.0.2.1' }).wait).toBeGreaterThan(0)
  expect(begin({ account: 'greta', address: '192.0.2.1', isSignedIn: true }).wait).toBe(0)
  expect(begin(greta).wait).toBe(0)
})

test('attempts under way count as failed, so that parallel guesses do not all pass', () => {
  const { begin } = setUp()
  const begun = Array.from({ length: 10 }, () => begin(greta))
  expect(begun.filter(({ counted }) => counted !== null)).toHaveLength(3)
})

test('groups addresses of one IPv6 network, and normalizes IPv4 addresses', () => {
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb::2'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  expect(networkOf('::ffff:198.51.100.1')).toBe(networkOf('198.51.100.1'))
})
