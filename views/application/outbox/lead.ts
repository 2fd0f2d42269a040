/** The lock manager; undefined on insecure origins, where each tab leads. */
export type Locks = Pick<LockManager, 'request'> | undefined

/** Calls back once this tab has the lock, and holds it until the returned function is called. */
export function leadUnder(locks: Locks, name: string, gained: () => void): () => void {
  if (locks === undefined) {
    gained()
    return () => undefined
  }
  const given = new AbortController()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const hold = () => {
    gained()
    return held
  }
  // The request rejects when it is aborted, which is intended.
  locks.request(name, { signal: given.signal }, hold).catch(() => undefined)
  return () => {
    given.abort()
    release()
  }
}
