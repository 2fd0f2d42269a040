/** A reading of the device's two clocks. */
export interface Tick {
  /** Wall clock, epoch ms. May be set, and continues while the device sleeps. */
  wallMs: number
  /** Monotonic clock, ms. May stop while the device sleeps, and restarts with each page. */
  monoMs: number
}

/** Shorter absences are reloads or throttled tabs; longer ones are asked about, in ms. */
export const AWAY_MS = 120_000
/** Maximum difference of the two clocks before one counts as stopped or set, in ms. */
const DRIFT_MS = 5_000

/** Splits the time between two readings into certain and questionable time. */
export function passed(last: Tick, now: Tick): { countMillis: number; gapMillis: number } {
  const mono = Math.max(0, Math.round(now.monoMs - last.monoMs))
  const ahead = Math.round(now.wallMs - last.wallMs) - mono
  // The wall clock was set back: ignore it.
  const slept = ahead > DRIFT_MS ? ahead : 0
  if (mono >= AWAY_MS) return { countMillis: 0, gapMillis: mono + slept }
  return { countMillis: mono, gapMillis: slept >= AWAY_MS ? slept : 0 }
}
