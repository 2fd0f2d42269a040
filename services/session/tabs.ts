import type { OpenSession } from '../../contract/session/session.ts'

/** Shares a session among the tabs of a browser. */
export interface Tabs {
  broadcast(session: OpenSession | null): void
  /**
   * Calls back with messages of other tabs, starting with a session that was announced before: the application starts later than its tab.
   * Returns the unsubscribe function.
   */
  onSession(listener: (session: OpenSession | null) => void): () => void
  /**
   * Renews in one tab at a time. A tab that waited for another's renewal takes its session instead of renewing: the refresh token it meant
   * to use has been replaced.
   */
  renewAlone(renew: () => Promise<OpenSession>): Promise<OpenSession>
}

/** The part of the Web Locks API that is used. */
export interface Locks {
  /** Rejects when the signal aborts the wait; the holder keeps the lock. */
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>
  /** Waiting requests in all tabs. */
  query(): Promise<{ pending?: readonly { name?: string }[] }>
}

/** The part of BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: { session: OpenSession | null }): void
  addEventListener(type: 'message', listen: (event: MessageEvent<{ session: OpenSession | null }>) => void): void
}

const NAME = 'assay-session'
/**
 * After announcing a renewal, holds the lock for this long in ms, and then until nobody waits: released before the message arrives, the
 * next tab would renew again. A tab that still waits after most of it needs another renewal.
 */
const HOLD_MS = 250
const MAX_HOLD_MS = 2000

/** Uses BroadcastChannel and Web Locks where available (insecure origins lack locks). */
export const createTabs = (channel: Channel, locks: Locks | undefined): Tabs => {
  const listeners = new Set<(session: OpenSession | null) => void>()
  let latest: OpenSession | null = null
  /** Sessions that this tab announced, because it does not receive its own messages. */
  let waitingHere = 0
  channel.addEventListener('message', ({ data }) => {
    latest = data.session
    for (const listener of listeners) listener(latest)
  })
  return {
    broadcast: (session) => channel.postMessage({ session }),
    onSession: (listener) => {
      listeners.add(listener)
      if (latest) listener(latest)
      return () => listeners.delete(listener)
    },
    renewAlone: (renew) => {
      const act = async () => {
        const session = await renew()
        channel.postMessage({ session })
        return session
      }
      if (!locks) return act()
      return new Promise((resolve, reject) => {
        const turn = new AbortController()
        /** Uses a session that another tab announced meanwhile, and releases the lock. */
        const take = (session: OpenSession | null) => {
          if (!session) return
          leaveLine()
          resolve(session)
          turn.abort()
        }
        const leaveLine = () => {
          if (listeners.delete(take)) waitingHere -= 1
        }
        const alone = async () => {
          leaveLine()
          resolve(await act())
          await untilNobodyWaits(locks, () => waitingHere)
        }
        listeners.add(take)
        waitingHere += 1
        locks.request(NAME, { signal: turn.signal }, alone).catch((cause: unknown) => {
          leaveLine()
          reject(cause)
        })
      })
    },
  }
}
export const sessionChannel = (): BroadcastChannel => new BroadcastChannel(NAME)

/** `besides`: requests that are not waited for. */
const untilNobodyWaits = async (locks: Locks, besides: () => number): Promise<void> => {
  for (let waited = 0; waited < MAX_HOLD_MS; waited += HOLD_MS) {
    await new Promise((resume) => setTimeout(resume, HOLD_MS))
    const { pending = [] } = await locks.query()
    if (pending.filter(({ name }) => name === NAME).length <= besides()) return
  }
}
