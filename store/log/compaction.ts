import { compact } from './compact.ts'
import type { Log } from './log.ts'

const HOUR_MS = 60 * 60 * 1000
/** Unused snapshots and command streams accumulate slowly: compacts at least this often, in ms. */
const AGE_MS = 24 * HOUR_MS
/** Number of records that trigger a compaction: a working day of a busy project. */
const MANY_RECORDS = 10_000
/** Minimum interval in ms, for when a compaction finds nothing to delete. */
const MIN_INTERVAL_MS = HOUR_MS

/** Returns whether a log with this many records is due, this long after the last compaction. */
export const isCompactionDue = (records: number, sinceMs: number): boolean =>
  sinceMs >= AGE_MS || (sinceMs >= MIN_INTERVAL_MS && records >= MANY_RECORDS)

/** Compacts an old or large log. `lastAt`: last compaction, epoch ms. Resolves with whether it compacted. */
export async function compactWhenDue(log: Log, lastAt: number, now: number): Promise<boolean> {
  // A clock that was set back must not postpone it for years.
  const sinceMs = lastAt > now ? AGE_MS : now - lastAt
  if (sinceMs < MIN_INTERVAL_MS || !isCompactionDue(await log.db.records.count(), sinceMs)) return false
  await compact(log)
  return true
}
