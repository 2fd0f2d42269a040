import { escapeIdentifier, Pool } from 'pg'
import { valueTypes } from '../value-types.ts'
import { startThread } from './thread.ts'

export interface EmbeddedDatabase {
  /** One connection: whoever holds it holds the database. */
  pool: Pool
  listen: (channel: string, onNotify: (payload: string) => void) => Promise<() => Promise<void>>
  /** How often the disk has been made to keep what was written. */
  syncs: () => number
  close: () => Promise<void>
}

/** Opens the embedded database over `folder`, whose lock the caller holds. `onFailure`: it can answer no more. */
export const startEmbedded = async (
  folder: string,
  workerUrl: URL,
  onFailure: (error: Error) => void,
): Promise<EmbeddedDatabase> => {
  const thread = await startThread(folder, workerUrl, onFailure)
  const pool = new Pool({
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0, // a session of the engine cannot be opened a second time
    pipeline: true,
    ssl: false,
    types: valueTypes,
    stream: thread.socket, // all that `pg` uses of a network socket
  })
  const listeners = new Map<string, Set<(payload: string) => void>>()
  // The connection breaks only with the thread, which reports that itself; unheard, the error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload }) => {
      listeners.get(channel)?.forEach((tell) => tell(payload ?? ''))
    })
  })

  return {
    pool,
    listen: async (channel, onNotify) => {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(onNotify))
      await pool.query(`listen ${escapeIdentifier(channel)}`)
      return async () => {
        known.delete(onNotify) // the channel stays open: the next listener has no wait
      }
    },
    syncs: thread.syncs,
    close: async () => {
      await pool.end()
      await thread.close()
    },
  }
}
