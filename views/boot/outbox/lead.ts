/** Undefined where the browser has none, as on insecure origins: each tab then leads. */
export type Locks = Pick<LockManager, 'request'> | undefined

/** Calls back once this tab has the lock, and keeps it until what this returns is called. */
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
  // It rejects when the wait is given up, and there is nothing to be done about that.
  locks.request(name, { signal: given.signal }, hold).catch(() => undefined)
  return () => {
    given.abort()
    release()
  }
}
