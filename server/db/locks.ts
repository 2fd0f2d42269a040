import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Classes of PostgreSQL's advisory locks, one per purpose. The numbers are arbitrary, but equal on every node, and stay: during an update,
 * nodes of two versions work side by side.
 */
export const LOCKS = {
  /** Shared by the nodes that keep files in the same storage (`one-storage.ts`). */
  storage: 4_171_001,
  housekeeping: 4_171_002,
  exploratoryCommands: 4_171_003,
  resultCommands: 4_171_004,
  /** Serializes claims of launches: concurrent claims could exceed the limit of a project. */
  workerQueue: 4_171_006,
  publicLinks: 4_171_007,
  quarantine: 4_171_008,
  failureCauses: 4_171_009,
  /** Held by the connection that migrates, not by a transaction. */
  migration: 4_171_010,
  /** Serializes changes of a project's git hosts, of which at most one serves a repository, and the enqueueing of launches that have started. */
  gitHosts: 4_171_011,
} as const

type LockClass = (typeof LOCKS)[keyof typeof LOCKS]

/** Waits until no other transaction holds the lock, and holds it until this one ends. Different keys can share a lock: they wait without need. */
export const lockUntilEnd = (tx: Tx, lock: LockClass, key: string | number) =>
  sql`select pg_advisory_xact_lock(${lock}, hashtext(${String(key)}))`.execute(tx)
