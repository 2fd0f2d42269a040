/** Entries that are added while a batch is in progress wait for the next one. */
export interface Batches<Entry> {
  add(entry: Entry): void
  /** Entries that are not part of a batch yet. */
  waiting(): readonly Entry[]
  /** Resolves when all added entries are done. */
  idle(): Promise<void>
}

/**
 * Returns how long to wait for further entries after a batch. Callers whose entries are done often add another right away; waiting lets it
 * join the next batch. Longer batches are worth a longer wait.
 */
const momentAfter = (batchMs: number): number => Math.min(10, Math.max(2, batchMs / 2))

/**
 * Processes entries in batches, one batch at a time. `most`: size limit of a batch; a function decides it by the entries that wait.
 * `work` resolves with a callback that notifies the callers and must not throw.
 */
export const inBatches = <Entry>(
  max: number | ((waiting: readonly Entry[]) => number),
  work: (entries: readonly Entry[]) => Promise<() => void>,
): Batches<Entry> => {
  let waiting: Entry[] = []
  let joined: (() => void) | null = null
  let working: Promise<void> | null = null

  /** Resolves once `wanted` entries wait, or after `ms`. */
  const gathered = (requested: number, ms: number): Promise<void> =>
    new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer)
        joined = null
        resolve()
      }
      const timer = setTimeout(go, ms)
      joined = () => {
        if (waiting.length >= requested) go()
      }
      joined()
    })

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const limit = typeof max === 'number' ? max : max(waiting)
      const entries = waiting.slice(0, limit)
      waiting = waiting.slice(limit)
      const begun = performance.now()
      const finish = await work(entries)
      const batchMs = performance.now() - begun
      // Counted before notifying callers, since some add an entry immediately.
      const speakers = entries.length + waiting.length
      finish()
      if (speakers > 1) await gathered(Math.min(speakers, limit), momentAfter(batchMs))
    }
    working = null
  }

  return {
    add: (entry) => {
      waiting.push(entry)
      joined?.()
      working ??= drain()
    },
    waiting: () => waiting,
    idle: async () => {
      await working
    },
  }
}
