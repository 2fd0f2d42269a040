import type { OpenSession } from '../contract/session.ts'

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

const NAME = 'assay-session'

/** Over a BroadcastChannel and a Web Lock, where the browser has them (insecure origins lack locks). */
export const createTabs = (channel: BroadcastChannel, locks: LockManager | undefined): Tabs => {
  const listeners = new Set<(session: OpenSession | null) => void>()
  let told: { session: OpenSession; count: number } | null = null
  let count = 0
  channel.addEventListener('message', ({ data }: MessageEvent<{ session: OpenSession | null }>) => {
    count += 1
    told = data.session ? { session: data.session, count } : null
    for (const listener of listeners) listener(data.session)
  })
  return {
    tell: (session) => channel.postMessage({ session }),
    onTold: (listener) => {
      listeners.add(listener)
      if (told) listener(told.session)
      return () => listeners.delete(listener)
    },
    renewAlone: async (renew) => {
      const asked = count
      const act = async () => {
        if (told && told.count > asked) return told.session
        const session = await renew()
        // Told before the lock is given on, so that the next in line knows.
        channel.postMessage({ session })
        return session
      }
      return locks ? locks.request(NAME, act) : act()
    },
  }
}
export const sessionChannel = (): BroadcastChannel => new BroadcastChannel(NAME)
