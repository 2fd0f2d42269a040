import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

/** Minutes that `Recent` looks back, with the current one. */
export const RECENT_MINUTES = 5

const MINUTE_MS = 60_000
const MICROSECONDS = 1_000

/** Durations of the last `RECENT_MINUTES` minutes. */
export interface Recent {
  record(milliseconds: number): void
  /** Number of durations, and percentiles in milliseconds; null without durations. */
  read(): { count: number; p50: number | null; p95: number | null; max: number | null }
}

/** `now`: time in milliseconds. */
export const createRecent = (now: () => number = Date.now): Recent => {
  let minutes: { minute: number; histogram: RecordableHistogram }[] = []
  const current = (): RecordableHistogram => {
    const minute = Math.floor(now() / MINUTE_MS)
    const newest = minutes.at(-1)
    if (newest?.minute === minute) return newest.histogram
    const histogram = createHistogram()
    minutes = [...minutes.filter((slice) => slice.minute > minute - RECENT_MINUTES), { minute, histogram }]
    return histogram
  }
  return {
    record: (milliseconds) => current().record(Math.max(1, Math.round(milliseconds * MICROSECONDS))),
    read: () => {
      current()
      const all = createHistogram()
      for (const { histogram } of minutes) all.add(histogram)
      const at = (value: number) => (all.count === 0 ? null : value / MICROSECONDS)
      return { count: all.count, p50: at(all.percentile(50)), p95: at(all.percentile(95)), max: at(all.max) }
    },
  }
}
