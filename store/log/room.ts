import { compact } from './compact.ts'
import type { Log } from './log.ts'

/** Returns whether the disk is full, however deep Dexie has wrapped the error. */
export function isFull(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false
  const { name, inner, cause, failures } = error as Record<string, unknown>
  if (name === 'QuotaExceededError') return true
  return [inner, cause, ...(Array.isArray(failures) ? failures : [])].some((within) => isFull(within, depth + 1))
}

/**
 * Runs `write`; on a full disk once more after a compaction. Rejects with the second error. Reports a disk that stays full to `trouble$`,
 * and a successful write to `stored$`.
 */
export async function withRoom<T>(log: Log, write: () => Promise<T>): Promise<T> {
  const answer = await write().catch(async (error: unknown) => {
    if (!isFull(error)) throw error
    await compact(log).catch(() => undefined) // a failing compaction must not hide that the disk is full
    return write().catch((cause: unknown) => {
      if (isFull(cause)) log.trouble$.next({ kind: 'full', cause })
      throw cause
    })
  })
  log.stored$.next()
  return answer
}
