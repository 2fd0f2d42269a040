import type { Log } from './log.ts'

/** Marks a snapshot or command stream as visible in this tab, so that compaction keeps it. Returns the function that unmarks it. */
export function markShown(log: Log, name: string): () => void {
  const { shown } = log
  shown.set(name, (shown.get(name) ?? 0) + 1)
  return () => {
    const rest = (shown.get(name) ?? 0) - 1
    if (rest > 0) shown.set(name, rest)
    else shown.delete(name)
  }
}
