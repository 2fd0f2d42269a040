import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { getServerStatus, type ServerStatus } from '../../contract/workspace/server-status.ts'
import type { Config } from '../config.ts'
import type { OpenedDatabase } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import type { Listener } from '../live/broker.ts'
import { exportMetrics } from './export.ts'
import type { Measures } from './measures.ts'
import { createRecent, RECENT_MINUTES, type Recent } from './recent.ts'

interface Parts {
  measures: Measures
  config: Pick<Config, 'DATA_DIR' | 'METRICS_TOKEN'>
  opened: Pick<OpenedDatabase, 'db' | 'engine' | 'pool' | 'replicaStatus'>
  version: string
  liveConnections: () => number
}

/**
 * Answers with the status of the server, and exports it to Prometheus if `METRICS_TOKEN` is set. Returns the listener of the event log that
 * measures when events arrive.
 */
export const serverStatusRoutes = (
  app: FastifyInstance,
  routes: Routes,
  { measures, config, opened, version, liveConnections }: Parts,
): Listener => {
  const { db, engine, pool, replicaStatus } = opened
  const events = createRecent()
  const startedAt = new Date().toISOString()
  const read = async (): Promise<ServerStatus> => {
    const replica = replicaStatus()
    const [database, disk] = await Promise.all([readDatabase(db), readDisk(config.DATA_DIR)])
    return {
      version,
      host: hostname(),
      startedAt,
      memoryBytes: process.memoryUsage.rss(),
      eventLoopDelay: measures.eventLoopDelay(),
      minutes: RECENT_MINUTES,
      calls: latencyOf(measures.calls),
      reporting: latencyOf(measures.reporting),
      liveConnections: liveConnections(),
      eventDelay: events.read().max,
      database: {
        engine,
        sizeBytes: database.size,
        connections: pool.totalCount,
        maxConnections: pool.options.max,
        waiting: pool.waitingCount,
        oldestTransaction: database.oldest,
        replica: replica === null ? null : { problem: replica.problem, lag: replica.lagMs },
      },
      disk,
      launches: { queued: database.queued, running: database.running, queuedFor: database.queuedFor },
      deliveries: { pending: database.pending, failing: database.failing },
    }
  }
  routes.signedIn(getServerStatus, read)
  if (measures.registry !== null && config.METRICS_TOKEN !== undefined)
    exportMetrics(app, { registry: measures.registry, token: config.METRICS_TOKEN, read })
  return (delivered) => {
    const now = Date.now()
    for (const { at } of delivered) events.record(now - at.getTime())
  }
}

const latencyOf = (recent: Recent) => {
  const { count, p50, p95 } = recent.read()
  return { requests: count, p50, p95 }
}

interface DatabaseFigures {
  size: number
  oldest: number
  queued: number
  running: number
  queuedFor: number
  pending: number
  failing: number
}

/** Reads the figures by partial indexes of open rows. */
const readDatabase = async (db: OpenedDatabase['db']): Promise<DatabaseFigures> => {
  const { rows } = await sql<DatabaseFigures>`
    with open_delivery as (
           select attempts from notification_delivery where state in ('waiting', 'sending')
           union all select attempts from pull_request where state in ('waiting', 'sending'))
    select pg_database_size(current_database())::float8 as size,
           coalesce((select extract(epoch from max(now() - xact_start)) * 1000 from pg_stat_activity
                      where datname = current_database() and backend_type = 'client backend'), 0)::float8 as oldest,
           (select count(*)::int from launch_execution where state = 'queued') as queued,
           (select count(*)::int from launch_execution where state = 'running') as running,
           coalesce((select extract(epoch from now() - min(queued_at)) * 1000 from launch_execution
                      where state = 'queued'), 0)::float8 as "queuedFor",
           (select count(*)::int from open_delivery) as pending,
           (select count(*)::int from open_delivery where attempts > 0) as failing`.execute(db)
  const [figures] = rows
  if (figures === undefined) throw new Error('the database returned no figures')
  return figures
}

/** Resolves with null where the system does not report the disk. */
const readDisk = (folder: string): Promise<ServerStatus['disk']> =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, sizeBytes: blocks * bsize }),
    () => null,
  )
