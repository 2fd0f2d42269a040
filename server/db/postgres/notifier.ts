import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'

/** Minimum time between two notifications. */
const intervalMs = 50

export interface Notifier {
  /** Notifies the channel's listeners in all processes. */
  notify: () => void
  /** Sends a pending notification. */
  close: () => Promise<void>
}

/**
 * Notifies a channel outside the transactions that it reports: transactions with a NOTIFY commit one after the other in the whole database.
 * One notification represents all calls within the interval. Listeners also poll, because a notification is lost if this process ends first.
 */
export const createNotifier = (pool: Pool, channel: string, onError: (error: Error) => void): Notifier => {
  const closing = new AbortController()
  let isPending = false
  let running: Promise<void> | null = null

  const run = async (): Promise<void> => {
    while (isPending) {
      isPending = false
      await pool.query(`select pg_notify($1, '')`, [channel]).catch(onError)
      await setTimeout(intervalMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
    running = null
  }

  return {
    notify: () => {
      isPending = true
      running ??= run()
    },
    close: async () => {
      closing.abort()
      await running
    },
  }
}
