import type { OpenSession } from '../../contract/session/session.ts'

/** How the tabs of one browser share a session. */
export interface Tabs {
  tell(session: OpenSession | null): void
  /**
   * Calls back with what another tab told, first with the session that one told already: the application begins to listen later
   * than its tab. Returns the way to stop.
   */
  onTold(listener: (session: OpenSession | null) => void): () => void
  /**
   * Renews in one tab at a time. A tab that waited for another's renewal takes what that one told instead of renewing again:
   * the refresh token it meant to use has been replaced.
   */
  renewAlone(renew: () => Promise<OpenSession>): Promise<OpenSession>
}

/** What is needed of the browser's locks. */
export interface Locks {
  /** Rejects where the signal ends the wait; whoever holds the lock keeps it all the same. */
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>
  /** Who waits for a lock, in any tab. */
  query(): Promise<{ pending?: readonly { name?: string }[] }>
}

/** What is needed of a BroadcastChannel. */
export interface Channel {
  postMessage(told: { session: OpenSession | null }): void
  addEventListener(type: 'message', listen: (event: MessageEvent<{ session: OpenSession | null }>) => void): void
}

const NAME = 'assay-session'
/**
 * After a renewal was told the lock is kept so long, and then until nobody waits for it: given on before the message is there,
 * it would let the next in line renew a session that is new. Whoever still waits after the most of it does need another.
 */
const TOLD_MS = 250
const MOST_TOLD_MS = 2000

/** Over a BroadcastChannel and a Web Lock, where the browser has them (insecure origins lack locks). */
export const createTabs = (channel: Channel, locks: Locks | undefined): Tabs => {
  const listeners = new Set<(session: OpenSession | null) => void>()
  let told: OpenSession | null = null
  /** Sessions announced by this tab itself, which does not receive its own messages. */
  let waitingHere = 0
  channel.addEventListener('message', ({ data }) => {
    told = data.session
    for (const listener of listeners) listener(told)
  })
  return {
    tell: (session) => channel.postMessage({ session }),
    onTold: (listener) => {
      listeners.add(listener)
      if (told) listener(told)
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
        /** Uses the session that another tab announced meanwhile, and releases the lock. */
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

/** `besides`: those who are not waited for. */
const untilNobodyWaits = async (locks: Locks, besides: () => number): Promise<void> => {
  for (let waited = 0; waited < MOST_TOLD_MS; waited += TOLD_MS) {
    await new Promise((resume) => setTimeout(resume, TOLD_MS))
    const { pending = [] } = await locks.query()
    if (pending.filter(({ name }) => name === NAME).length <= besides()) return
  }
}
