import type { Socket } from 'node:net'
import { Pool } from 'pg'
import { plannerSettings } from '../planner-settings.ts'
import { valueTypes } from '../value-types.ts'

export interface PoolSettings {
  /** Maximum number of connections for requests; one more listens. */
  maxConnections?: number
  /** Time after which the database server ends a statement; 0 for never. */
  timeoutMs?: number
  /** Name that PostgreSQL shows for the connections. */
  applicationName?: string
  /** Rejects writes. */
  isReadOnly?: boolean
  /** Creates the socket of a connection, for a caller that may have to destroy it. */
  openSocket?: () => Socket
}

const connectMs = 10_000

export const startPostgres = (
  databaseUrl: string,
  onLost: (error: Error) => void,
  { maxConnections = 10, timeoutMs = 0, applicationName = 'assay', isReadOnly = false, openSocket }: PoolSettings = {},
): Pool => {
  const settings = [...plannerSettings, `statement_timeout=${timeoutMs}`]
  if (isReadOnly) settings.push('default_transaction_read_only=on')
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: applicationName,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    pipeline: true,
    types: valueTypes,
    ...(openSocket && { stream: openSocket }),
  })
  // The pool replaces lost connections on demand. Unhandled 'error' events would end the process: each connection emits one when it is lost, and
  // the pool emits it again for idle connections. The pool adds the client to the error, which the log would show with all its fields.
  pool.on('connect', (client) => client.on('error', onLost))
  pool.on('error', (error) => void Reflect.deleteProperty(error, 'client'))
  return pool
}
