/** Rejects writes with a full disk, from the given one on: once, or until `restore` is called. Deleting always works, as in a browser. */
export function fillDisk(at: number, isForGood: boolean): { hasRefused: () => boolean; restore: () => void } {
  const { prototype } = IDBObjectStore
  const saved = ['add', 'put'] as const
  const originals = saved.map((name) => prototype[name])
  let turn = 0
  let hasRefused = false
  saved.forEach((name, i) => {
    const original = originals[i] as IDBObjectStore['add']
    prototype[name] = function (this: IDBObjectStore, ...given: Parameters<IDBObjectStore['add']>) {
      if ((isForGood || !hasRefused) && turn++ >= at) {
        hasRefused = true
        throw new DOMException('no room', 'QuotaExceededError')
      }
      return original.apply(this, given)
    }
  })
  return {
    hasRefused: () => hasRefused,
    restore: () => {
      saved.forEach((name, i) => {
        prototype[name] = originals[i] as IDBObjectStore['add']
      })
    },
  }
}
