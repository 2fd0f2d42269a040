import { escapeIdentifier, Pool } from 'pg'
import { valueTypes } from '../value-types.ts'
import { startThread } from './thread.ts'

export interface EmbeddedDatabase {
  /** Pool of one connection: its holder has exclusive use of the database. */
  pool: Pool
  listen: (channel: string, onNotify: (payload: string) => void) => Promise<() => Promise<void>>
  /** Calls all listeners of the channel. */
  wake: (channel: string) => void
  /** Returns the number of disk syncs so far. */
  syncs: () => number
  close: () => Promise<void>
}

interface Reports {
  /** The database is unusable. */
  onFailure: (error: Error) => void
  /** The connection failed; the pool opens another one. */
  onLost: (error: Error) => void
}

/** Opens the embedded database in `folder`. The caller holds the folder's lock. */
export const startEmbedded = async (
  folder: string,
  workerUrl: URL,
  { onFailure, onLost }: Reports,
): Promise<EmbeddedDatabase> => {
  const thread = await startThread(folder, workerUrl, onFailure)
  const pool = new Pool({
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0, // the engine cannot open a second session
    pipeline: true,
    ssl: false,
    types: valueTypes,
    stream: thread.socket, // implements the parts of a network socket that `pg` uses
  })
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const notify = (channel: string, payload: string) => listeners.get(channel)?.forEach((each) => each(payload))
  // An unhandled 'error' event would end the process.
  pool.on('error', onLost)
  let isFirst = true
  pool.on('connect', (client) => {
    client.on('error', onLost)
    // A replacement connection inherits its predecessor's session: prepared statements that it does not know, perhaps an open transaction.
    if (!isFirst)
      for (const statement of ['rollback', 'discard all', ...[...listeners.keys()].map(listenTo)])
        client.query(statement).catch(() => undefined) // an error rejects the next statement
    isFirst = false
    client.on('notification', ({ channel, payload }) => notify(channel, payload ?? ''))
  })

  return {
    pool,
    listen: async (channel, onNotify) => {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(onNotify))
      await pool.query(listenTo(channel))
      return async () => {
        known.delete(onNotify) // the channel stays subscribed, so the next listener need not wait
      }
    },
    wake: (channel) => notify(channel, ''),
    syncs: thread.syncs,
    close: async () => {
      await pool.end()
      await thread.close()
    },
  }
}

const listenTo = (channel: string): string => `listen ${escapeIdentifier(channel)}`
