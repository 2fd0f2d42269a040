/** One shared clock for all relative times, stopped while nothing uses it. */
import { useSyncExternalStore } from 'react'

function clock(everyMs: number) {
  let now = Date.now()
  let ticking: ReturnType<typeof setInterval> | undefined
  const watchers = new Set<() => void>()
  const watch = (notify: () => void) => {
    watchers.add(notify)
    ticking ??= setInterval(() => {
      now = Date.now()
      watchers.forEach((each) => each())
    }, everyMs)
    return () => {
      watchers.delete(notify)
      if (watchers.size > 0) return
      clearInterval(ticking)
      ticking = undefined
    }
  }
  /** Without subscribers the time is read again, but stays constant within one render. */
  const read = () => {
    const at = Date.now()
    if (ticking === undefined && at - now > 1000) now = at
    return now
  }
  return { watch, read }
}

const slow = clock(20_000)
const fast = clock(1000)

/** Epoch milliseconds, updated every 20 s: enough for '3 min ago'. */
export const useNow = (): number => useSyncExternalStore(slow.watch, slow.read, slow.read)
/** Epoch milliseconds, updated every second, for running durations. */
export const useSeconds = (): number => useSyncExternalStore(fast.watch, fast.read, fast.read)
