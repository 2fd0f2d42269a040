/** What is asked for while a batch is under way waits for the next one. */
export interface Batches<Entry> {
  add(entry: Entry): void
  /** Resolves when all that was added is done. */
  idle(): Promise<void>
}

/**
 * How long those that are answered are waited for: many ask again at once, and a moment's wait saves them a batch of their own. Where a
 * batch takes long, so do they, and there is more to save.
 */
const momentAfter = (batchMs: number): number => Math.min(10, Math.max(2, batchMs / 2))

/**
 * Does work together, one batch of at most `most` after the other. `work` resolves to the way to tell those who asked, which must not
 * throw.
 */
export const inBatches = <Entry>(
  most: number,
  work: (entries: readonly Entry[]) => Promise<() => void>,
): Batches<Entry> => {
  let waiting: Entry[] = []
  let joined: (() => void) | null = null
  let working: Promise<void> | null = null

  /** Resolves once so many wait, or after a moment. */
  const gathered = (wanted: number, ms: number): Promise<void> =>
    new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer)
        joined = null
        resolve()
      }
      const timer = setTimeout(go, ms)
      joined = () => {
        if (waiting.length >= wanted) go()
      }
      joined()
    })

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const entries = waiting.slice(0, most)
      waiting = waiting.slice(most)
      const begun = performance.now()
      const tell = await work(entries)
      const batchMs = performance.now() - begun
      // Counted before they are told, for some ask again at once.
      const speakers = entries.length + waiting.length
      tell()
      if (speakers > 1) await gathered(Math.min(speakers, most), momentAfter(batchMs))
    }
    working = null
  }

  return {
    add: (entry) => {
      waiting.push(entry)
      joined?.()
      working ??= drain()
    },
    idle: async () => {
      await working
    },
  }
}
