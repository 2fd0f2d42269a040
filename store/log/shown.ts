import type { Log } from './log.ts'

/** Marks a snapshot or a stream of commands as on screen in this tab: a compaction keeps it. Returns the way to end that. */
export function markShown(log: Log, name: string): () => void {
  const { shown } = log
  shown.set(name, (shown.get(name) ?? 0) + 1)
  return () => {
    const rest = (shown.get(name) ?? 0) - 1
    if (rest > 0) shown.set(name, rest)
    else shown.delete(name)
  }
}
