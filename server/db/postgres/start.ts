import { Pool } from 'pg'
import { plannerSettings } from '../planner-settings.ts'
import { valueTypes } from '../value-types.ts'

/** Maximum number of connections for requests; one more listens. */
const maxConnections = 10
const connectMs = 10_000

export const startPostgres = (databaseUrl: string, onLost: (error: Error) => void): Pool => {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'assay',
    options: plannerSettings.map((setting) => `-c ${setting}`).join(' '),
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    pipeline: true,
    types: valueTypes,
  })
  // The pool replaces lost connections on demand. A connection may also break between the statements of a transaction: an unhandled 'error'
  // event would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}
