import { z } from 'zod/mini'
import { defineCall } from '../call.ts'

/** Latency of the requests of one kind in the last minutes, in milliseconds. Null without requests. */
const Latency = z.object({ requests: z.int(), p50: z.nullable(z.number()), p95: z.nullable(z.number()) })

/**
 * Why a configured read replica is not used. `unreachable`: it does not answer; `behind`: it lags; `writable`: it is no replica, or no longer
 * one; `foreign`: it is a copy of another database; `unverified`: the primary does not report its position or identity.
 */
const REPLICA_PROBLEMS = ['unreachable', 'behind', 'writable', 'foreign', 'unverified'] as const
export type ReplicaProblem = (typeof REPLICA_PROBLEMS)[number]

/** State of the server that answers, and of the database that all servers share. Times are in milliseconds, sizes in bytes. */
export const ServerStatus = z.object({
  version: z.string(),
  /** Host name of the server, which tells servers behind a load balancer apart. */
  host: z.string(),
  startedAt: z.string(),
  memoryBytes: z.number(),
  /** 99 % of the delays of the event loop in the last minutes were shorter. */
  eventLoopDelay: z.number(),
  /** Minutes that the latencies are of. */
  minutes: z.int(),
  /** Requests of browsers and tools, and those that report results. */
  calls: Latency,
  reporting: Latency,
  liveConnections: z.int(),
  /** Time from the commit of an event until live pages received it, at worst in the last minutes. Null without events. */
  eventDelay: z.nullable(z.number()),
  database: z.object({
    engine: z.enum(['pglite', 'postgres']),
    sizeBytes: z.number(),
    connections: z.int(),
    maxConnections: z.int(),
    /** Requests that wait for a connection. */
    waiting: z.int(),
    /** Age of the oldest transaction that is open. */
    oldestTransaction: z.number(),
    /** Null if no read replica is configured. `problem`: why reads go to the primary; null while they go to the replica. `lag`: age of its data. */
    replica: z.nullable(z.object({ problem: z.nullable(z.enum(REPLICA_PROBLEMS)), lag: z.nullable(z.number()) })),
  }),
  /** Disk of the data folder. Null where the system does not report it. */
  disk: z.nullable(z.object({ freeBytes: z.number(), sizeBytes: z.number() })),
  /** `queuedFor`: how long the first of those that wait has been waiting; 0 for none. */
  launches: z.object({ queued: z.int(), running: z.int(), queuedFor: z.number() }),
  /** Messages, comments and statuses that are not delivered yet, and those of them that failed at least once. */
  deliveries: z.object({ pending: z.int(), failing: z.int() }),
})
export type ServerStatus = z.infer<typeof ServerStatus>

export const getServerStatus = defineCall({
  name: 'getServerStatus',
  summary: 'State of the server: latency, queues, database and disk',
  method: 'GET',
  path: '/api/workspace/server-status',
  access: { workspace: 'INTEGRATIONS_WRITE' },
  answer: ServerStatus,
})

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

/** Returns why reports and exports are not read from the replica. */
const problemOfReplica = (problem: ReplicaProblem, lag: number | null): string =>
  ({
    unreachable: 'It does not answer. The log of the server has the reason.',
    behind: lag === null ? 'It has not caught up yet.' : `It is ${seconds(lag)} behind.`,
    writable: 'It takes writes, so that it is no replica of the database.',
    foreign: 'It is a copy of another database.',
    unverified: 'The database did not report its position. The log of the server has the reason.',
  })[problem]

const MINUTE_MS = 60_000
/** A few requests wait now and then: the embedded database has one connection. */
const MANY_WAITING = 20

/** Returns a sentence for each reason why the server may be slow or is about to fail, most urgent first. */
export const concernsOf = (status: ServerStatus): string[] => {
  const { database, disk, launches, deliveries } = status
  const concerns: [isTrue: boolean, text: string][] = [
    [
      disk !== null && (disk.freeBytes < 1e9 || disk.freeBytes < disk.sizeBytes / 20),
      `The disk of the data folder has ${gigabytes(disk?.freeBytes ?? 0)} left. The server stops when it is full.`,
    ],
    [
      database.waiting > MANY_WAITING,
      `${database.waiting} requests wait for a database connection: all ${database.maxConnections} are in use.`,
    ],
    [
      database.oldestTransaction > 10_000,
      `A transaction has been open for ${seconds(database.oldestTransaction)}. Live pages receive no changes until it ends.`,
    ],
    [
      database.replica !== null && database.replica.problem !== null,
      `Reports and exports do not use the read replica. ${problemOfReplica(database.replica?.problem ?? 'unreachable', database.replica?.lag ?? null)}`,
    ],
    [(status.eventDelay ?? 0) > 5_000, `Live pages received changes up to ${seconds(status.eventDelay ?? 0)} late.`],
    [
      status.eventLoopDelay > 200,
      `The server process is busy: requests waited up to ${seconds(status.eventLoopDelay)} for it. Another server shares the load.`,
    ],
    [
      launches.running === 0 && launches.queuedFor > 2 * MINUTE_MS,
      `${launches.queued} launches have been waiting for a worker for ${Math.floor(launches.queuedFor / MINUTE_MS)} minutes, and none is running.`,
    ],
    [
      deliveries.failing > 0,
      `${deliveries.failing} messages to other systems failed and are tried again. The settings of the projects show the reasons.`,
    ],
  ]
  return concerns.flatMap(([isTrue, text]) => (isTrue ? [text] : []))
}
