/** One clock for everything that counts on the page, stopped while nobody watches it. */
import { useSyncExternalStore } from 'react'

function clock(everyMs: number) {
  let now = Date.now()
  let ticking: ReturnType<typeof setInterval> | undefined
  const watchers = new Set<() => void>()
  const watch = (tell: () => void) => {
    watchers.add(tell)
    ticking ??= setInterval(() => {
      now = Date.now()
      watchers.forEach((each) => each())
    }, everyMs)
    return () => {
      watchers.delete(tell)
      if (watchers.size > 0) return
      clearInterval(ticking)
      ticking = undefined
    }
  }
  /** While nobody watches, the time is read anew, but never changes within one moment of drawing. */
  const read = () => {
    const at = Date.now()
    if (ticking === undefined && at - now > 1000) now = at
    return now
  }
  return { watch, read }
}

const slow = clock(20_000)
const fast = clock(1000)

/** Milliseconds, brought up to date every 20 s: enough for '3 min ago'. */
export const useNow = (): number => useSyncExternalStore(slow.watch, slow.read, slow.read)
/** Every second, for a duration that still grows. */
export const useSeconds = (): number => useSyncExternalStore(fast.watch, fast.read, fast.read)
