import { LIMITS } from '../../contract/limits.ts'

/** Limits of the clients of the live channel. */
export interface Allowances {
  /** Time from opening the socket to an accepted CONNECT. */
  connectMs: number
  /** Heart-beat interval in both directions (LIVE-06); a client is disconnected after two missed ones. */
  heartbeatMs: number
  /** Maximum bytes of an unfinished frame. */
  frameBytes: number
  /** Maximum number of a client's unprocessed frames. */
  waitingFrames: number
  connectionsPerUser: number
  subscriptions: number
  /** Maximum number of unauthenticated sockets. Above it, the oldest socket of the address with the most is closed. */
  unauthenticated: number
  /** Same per address; a whole office may share one. */
  unauthenticatedPerAddress: number
  /** Maximum bytes of a client's send buffer. A slower client is disconnected, and requests a replay of what it missed. */
  backlogBytes: number
  /** Interval of the permission checks independent of change events: sessions and tokens also expire. */
  recheckMs: number
  /** Time between a graceful close and destroying the connection. */
  farewellMs: number
}

export const ALLOWANCES: Allowances = {
  connectMs: 5_000,
  heartbeatMs: LIMITS.heartbeatMs,
  frameBytes: 64 * 1024,
  waitingFrames: 200,
  connectionsPerUser: 20,
  subscriptions: 50,
  unauthenticated: 1_000,
  unauthenticatedPerAddress: 200,
  backlogBytes: 16 * 1024 * 1024,
  recheckMs: 15_000,
  farewellMs: 2_000,
}
