import type { FastifyInstance } from 'fastify'
import { Gauge, type OpenMetricsContentType, type Registry } from 'prom-client'
import type { ServerStatus } from '../../contract/workspace/server-status.ts'
import { ERROR_CODES } from '../../contract/errors.ts'
import { Refusal } from '../http/refusal.ts'
import { isSameSecret } from '../secrets/is-same-secret.ts'

type Figure = [name: string, help: string, valueOf: (status: ServerStatus) => number | null]

const FIGURES: Figure[] = [
  ['live_connections', 'Open connections of the live channel', ({ liveConnections }) => liveConnections],
  [
    'event_delay_max_seconds',
    'Longest time from commit to delivery of an event in the last minutes',
    ({ eventDelay }) => (eventDelay === null ? null : eventDelay / 1000),
  ],
  ['database_size_bytes', 'Size of the database', ({ database }) => database.sizeBytes],
  ['database_connections', 'Connections of the pool', ({ database }) => database.connections],
  ['database_requests_waiting', 'Requests that wait for a connection', ({ database }) => database.waiting],
  [
    'database_oldest_transaction_seconds',
    'Age of the oldest open transaction',
    ({ database }) => database.oldestTransaction / 1000,
  ],
  [
    'database_replica_used',
    'Whether reports and exports are read from the read replica: 1 or 0',
    ({ database: { replica } }) => (replica === null ? null : replica.problem === null ? 1 : 0),
  ],
  [
    'database_replica_lag_seconds',
    'Age of the data of the read replica',
    ({ database: { replica } }) => (replica?.lag == null ? null : replica.lag / 1000),
  ],
  ['disk_free_bytes', 'Free space on the disk of the data folder', ({ disk }) => disk?.freeBytes ?? null],
  ['disk_size_bytes', 'Size of the disk of the data folder', ({ disk }) => disk?.sizeBytes ?? null],
  ['launches_queued', 'Launches that wait for a worker', ({ launches }) => launches.queued],
  ['launches_running', 'Launches that workers run', ({ launches }) => launches.running],
  ['deliveries_pending', 'Messages that are not delivered yet', ({ deliveries }) => deliveries.pending],
  ['deliveries_failing', 'Pending messages that failed at least once', ({ deliveries }) => deliveries.failing],
]

interface Exported {
  registry: Registry<OpenMetricsContentType>
  token: string
  read: () => Promise<ServerStatus>
}

/** Serves `/metrics` in the OpenMetrics format to callers with the token. */
export const exportMetrics = (app: FastifyInstance, { registry, token, read }: Exported): void => {
  const gauges = FIGURES.map(([name, help, valueOf]) => ({
    gauge: new Gauge({ name: `assay_${name}`, help, registers: [registry] }),
    valueOf,
  }))
  app.get('/metrics', async ({ headers: { authorization = '' } }, reply) => {
    if (!isSameSecret(authorization, `Bearer ${token}`))
      throw new Refusal(401, ERROR_CODES.unauthorised, 'Metrics need the token of METRICS_TOKEN')
    const status = await read()
    for (const { gauge, valueOf } of gauges) {
      const value = valueOf(status)
      if (value === null) gauge.reset()
      else gauge.set(value)
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
