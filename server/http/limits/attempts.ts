import { LRUCache } from 'lru-cache'
import { tooMany, type Refusal } from '../refusal.ts'
import { networkOf } from './network.ts'

/** Caller and account of an attempt. */
export interface Attempt {
  /** Id of a user, or an unknown name. */
  account: string
  /** Network address of the caller. */
  address: string
  /** Whether the caller has a session of the account, which exempts it from the account's overall limit. */
  isSignedIn?: boolean
}

/** An attempt, counted as a failure until it succeeds. */
export interface Counted {
  succeeded(): void
}

export interface Attempts {
  /**
   * Counts an attempt before its secret is checked, so that concurrent guesses cannot all pass. Throws 429 with `Retry-After` while the
   * caller is blocked; rejected attempts are not counted.
   */
  begin(attempt: Attempt): Counted
}

interface Rule {
  /** Failures without a delay. */
  free: number
  /** Interval after which one failure is forgiven. */
  forgivenAfterMs: number
}

interface Failures {
  level: number
  at: number
  blockedUntil: number
}

const MINUTE_MS = 60_000
const FIRST_DELAY_MS = 30_000
const LONGEST_DELAY_MS = 15 * MINUTE_MS
/** Maximum number of keys in memory, since callers choose names and addresses. */
const MAX_KEYS = 50_000
/** Uses `maxSize`: with `max` the cache would allocate all entries up front, which delays every start. */
const BOUNDED = { maxSize: MAX_KEYS, sizeCalculation: () => 1 }

/** Returns the delay, which doubles with each failure beyond the free ones. */
const delayAfter = (level: number, free: number): number => {
  // A partly forgiven failure still counts.
  const beyond = Math.ceil(level) - free
  return beyond < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** beyond, LONGEST_DELAY_MS)
}

/** Counts failures by key in a leaky bucket. */
const createCounter = ({ free, forgivenAfterMs }: Rule, now: () => number) => {
  const failures = new LRUCache<string, Failures>(BOUNDED)
  const read = (key: string): Failures => {
    const known = failures.get(key)
    if (!known) return { level: 0, at: now(), blockedUntil: 0 }
    const level = Math.max(0, known.level - (now() - known.at) / forgivenAfterMs)
    return { ...known, level, at: now() }
  }
  return {
    waitMs: (key: string): number => Math.max(0, read(key).blockedUntil - now()),
    add: (key: string): void => {
      const { level, at } = read(key)
      failures.set(key, { level: level + 1, at, blockedUntil: at + delayAfter(level + 1, free) })
    },
    takeBack: (key: string): void => {
      const { level, at } = read(key)
      const left = Math.max(0, level - 1)
      const delay = delayAfter(left, free)
      failures.set(key, { level: left, at, blockedUntil: delay === 0 ? 0 : at + delay })
    },
    clear: (key: string): void => void failures.delete(key),
  }
}

/**
 * Limits guesses at a secret to `free` per account and network address, so that nobody elsewhere can lock a user out. Higher limits apply
 * to one address over all accounts, and to one account over all addresses from which nobody has signed in to it. Counters are kept in
 * memory per server: behind a load balancer the limits multiply by the number of servers, and a restart resets them. Password hashing is
 * slow enough that this still bounds guessing, and it saves a database write per guess.
 */
export const createAttempts = (free: number, now: () => number = Date.now): Attempts => {
  const pairs = createCounter({ free, forgivenAfterMs: 60 * MINUTE_MS }, now)
  const addresses = createCounter({ free: free * 10, forgivenAfterMs: MINUTE_MS }, now)
  const accounts = createCounter({ free: free * 20, forgivenAfterMs: MINUTE_MS }, now)
  const familiar = new LRUCache<string, true>(BOUNDED)

  return {
    begin({ account, address, isSignedIn = false }) {
      const network = networkOf(address)
      const pair = JSON.stringify([account, network])
      const isFamiliar = isSignedIn || familiar.get(pair) === true
      const waitMs = Math.max(pairs.waitMs(pair), addresses.waitMs(network), isFamiliar ? 0 : accounts.waitMs(account))
      if (waitMs > 0) throw tooManyAttempts(waitMs)
      pairs.add(pair)
      addresses.add(network)
      if (!isFamiliar) accounts.add(account)
      return {
        succeeded: () => {
          pairs.clear(pair)
          addresses.takeBack(network)
          if (!isFamiliar) accounts.takeBack(account)
          familiar.set(pair, true)
        },
      }
    },
  }
}

export const tooManyAttempts = (waitMs: number): Refusal => {
  const seconds = Math.ceil(waitMs / 1000)
  return tooMany(`Too many attempts: try again in ${seconds} s`, seconds)
}
