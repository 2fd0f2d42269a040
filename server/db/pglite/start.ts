import { escapeIdentifier, Pool } from 'pg'
import { valueTypes } from '../value-types.ts'
import { startThread } from './thread.ts'

export interface EmbeddedDatabase {
  /** One connection: whoever holds it holds the database. */
  pool: Pool
  listen: (channel: string, onNotify: (payload: string) => void) => Promise<() => Promise<void>>
  /** Calls everybody who listens to the channel. */
  wake: (channel: string) => void
  /** How often the disk has been made to keep what was written. */
  syncs: () => number
  close: () => Promise<void>
}

interface Reports {
  /** It can answer no more. */
  onFailure: (error: Error) => void
  /** The connection took an error from which another one goes on. */
  onLost: (error: Error) => void
}

/** Opens the embedded database over `folder`, whose lock the caller holds. */
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
    idleTimeoutMillis: 0, // a session of the engine cannot be opened a second time
    pipeline: true,
    ssl: false,
    types: valueTypes,
    stream: thread.socket, // all that `pg` uses of a network socket
  })
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const tell = (channel: string, payload: string) => listeners.get(channel)?.forEach((each) => each(payload))
  // Unheard, an error of a connection would end the process.
  pool.on('error', onLost)
  let isFirst = true
  pool.on('connect', (client) => {
    client.on('error', onLost)
    // One that takes the place of another finds its session as that one left it: statements that it cannot know of, perhaps
    // an open transaction.
    if (!isFirst)
      for (const statement of ['rollback', 'discard all', ...[...listeners.keys()].map(listenTo)])
        client.query(statement).catch(() => undefined) // told to whoever sends the next one
    isFirst = false
    client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
  })

  return {
    pool,
    listen: async (channel, onNotify) => {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(onNotify))
      await pool.query(listenTo(channel))
      return async () => {
        known.delete(onNotify) // the channel stays open: the next listener has no wait
      }
    },
    wake: (channel) => tell(channel, ''),
    syncs: thread.syncs,
    close: async () => {
      await pool.end()
      await thread.close()
    },
  }
}

const listenTo = (channel: string): string => `listen ${escapeIdentifier(channel)}`
