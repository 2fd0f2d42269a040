import { LIMITS } from '../../contract/limits.ts'

/** What a client of the live channel may take before it is cut off. */
export interface Allowances {
  /** From opening the socket to a CONNECT that is let in. */
  connectMs: number
  /** Heart-beats both ways (LIVE-06); a client is gone after two that did not come. */
  heartbeatMs: number
  /** Most bytes of a frame that has not ended. */
  frameBytes: number
  /** Most frames of a client that wait to be looked at. */
  waitingFrames: number
  connectionsPerPerson: number
  subscriptions: number
  /** Most sockets that have not been let in yet. Beyond, the oldest of the address that has most of them is closed. */
  strangers: number
  /** The same for one address; a whole office may come from one. */
  strangersPerAddress: number
  /** Most bytes on their way to a client. One that takes them too slowly is dropped, and asks for what it missed. */
  backlogBytes: number
  /** How often rights are read anew though nothing told of a change: sessions and tokens end by themselves, too. */
  recheckMs: number
  /** From saying goodbye to cutting the line. */
  farewellMs: number
}

export const ALLOWANCES: Allowances = {
  connectMs: 5_000,
  heartbeatMs: LIMITS.heartbeatMs,
  frameBytes: 64 * 1024,
  waitingFrames: 200,
  connectionsPerPerson: 20,
  subscriptions: 50,
  strangers: 1_000,
  strangersPerAddress: 200,
  backlogBytes: 16 * 1024 * 1024,
  recheckMs: 15_000,
  farewellMs: 2_000,
}
