import type { Log } from './log.ts'

/** Marks a reader of the log (a followed stream, a projection) as stale, or as up to date again. */
export function markBehind(log: Log, reader: object, isBehind: boolean): void {
  const held = log.behind.value
  if (held.has(reader) === isBehind) return
  const readers = new Set(held)
  if (isBehind) readers.add(reader)
  else readers.delete(reader)
  log.behind.next(readers)
}
