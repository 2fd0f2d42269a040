import { LRUCache } from 'lru-cache'
import type { FastifyReply } from 'fastify'
import { ERROR_CODES } from '../../contract/errors.ts'
import { Refusal } from '../http/refusal.ts'
import { networkOf } from './network.ts'

/** Who makes an attempt, at which account. */
export interface Attempt {
  /** A person's id, or the name that nobody has. */
  account: string
  /** The caller's address. */
  address: string
  /** Whether the caller has a session of the account: the bound on the account as a whole does not apply. */
  isSignedIn?: boolean
}

/** An attempt that counts as failed until it succeeds. */
export interface Counted {
  succeeded(): void
}

export interface Attempts {
  /**
   * Counts an attempt before its secret is checked, so that parallel guesses cannot all pass. Throws 429 with `Retry-After` while
   * the caller has to wait; a refused attempt is not counted.
   */
  begin(attempt: Attempt, reply: FastifyReply): Counted
}

interface Rule {
  /** Failures until the next attempt has to wait. */
  free: number
  /** One failure is forgiven after each of these. */
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
/** Keys that one server remembers: names and addresses are the callers' choice. */
const MOST_KEYS = 50_000
/** Counted by size: with `max` the cache takes the room for all of them at once, which delays every start. */
const BOUNDED = { maxSize: MOST_KEYS, sizeCalculation: () => 1 }

/** The delay doubles with each failure beyond the free ones. */
const delayAfter = (level: number, free: number): number => {
  // A failure that is partly forgiven still counts.
  const beyond = Math.ceil(level) - free
  return beyond < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** beyond, LONGEST_DELAY_MS)
}

/** Counts failures by key as a leaky bucket. */
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
 * Limits guesses at a secret, `free` of them by account and address together: somebody elsewhere cannot lock a person out. Looser
 * bounds hold for one address over all accounts, and for one account over all addresses from which nobody has signed in to it.
 * Each server counts for itself, in memory: behind a load balancer the bounds grow by the number of servers, and a restart forgives what
 * was counted. Passwords are hashed slowly enough that this stays a bound on guessing; the database is spared a write for each guess.
 */
export const createAttempts = (free: number, now: () => number = Date.now): Attempts => {
  const pairs = createCounter({ free, forgivenAfterMs: 60 * MINUTE_MS }, now)
  const addresses = createCounter({ free: free * 10, forgivenAfterMs: MINUTE_MS }, now)
  const accounts = createCounter({ free: free * 20, forgivenAfterMs: MINUTE_MS }, now)
  const familiar = new LRUCache<string, true>(BOUNDED)

  return {
    begin({ account, address, isSignedIn = false }, reply) {
      const network = networkOf(address)
      const pair = JSON.stringify([account, network])
      const isFamiliar = isSignedIn || familiar.get(pair) === true
      const waitMs = Math.max(pairs.waitMs(pair), addresses.waitMs(network), isFamiliar ? 0 : accounts.waitMs(account))
      if (waitMs > 0) throw tooManyAttempts(waitMs, reply)
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

export const tooManyAttempts = (waitMs: number, reply: FastifyReply): Refusal => {
  const seconds = Math.ceil(waitMs / 1000)
  reply.header('retry-after', String(seconds))
  return new Refusal(429, ERROR_CODES.tooMany, `Too many attempts: try again in ${seconds} s`)
}
