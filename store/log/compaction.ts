import { compact } from './compact.ts'
import type { Log } from './log.ts'

const HOUR_MS = 60 * 60 * 1000
/** Snapshots and streams of commands that nobody uses add up slowly. */
const AGE_MS = 24 * HOUR_MS
/** A busy project's events of a working day. */
const MANY_RECORDS = 10_000
/** Where a compaction finds nothing to drop, the next one waits. */
const AT_MOST_EVERY_MS = HOUR_MS

/** Returns whether a log of so many records is to be compacted, so long after the last time. */
export const isCompactionDue = (records: number, sinceMs: number): boolean =>
  sinceMs >= AGE_MS || (sinceMs >= AT_MOST_EVERY_MS && records >= MANY_RECORDS)

/** Compacts a log that is old or large. `lastAt` is when that was done last, in epoch ms. Resolves with whether it was done. */
export async function compactWhenDue(log: Log, lastAt: number, now: number): Promise<boolean> {
  // A clock that was set back must not put it off for years.
  const sinceMs = lastAt > now ? AGE_MS : now - lastAt
  if (sinceMs < AT_MOST_EVERY_MS || !isCompactionDue(await log.db.records.count(), sinceMs)) return false
  await compact(log)
  return true
}
