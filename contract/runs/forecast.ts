/** Minimum data for a forecast: with less, single results would shift it by days. */
export const FORECAST_RULE = { windowDays: 7, minResults: 5, minHours: 1, maxDays: 365 } as const

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface Pace {
  /** Number of cases without a completing result. */
  left: number
  /** Number of cases completed within the window. */
  recent: number
  /** Time at which the first case was completed. */
  firstAt: Date | null
}

export type ForecastReason = 'finished' | 'too-few-results' | 'too-short' | 'too-slow'
export type Forecast = { at: Date; perDay: number } | { reason: ForecastReason }

/**
 * Returns when the remaining cases will be completed at the pace of the window, or of the time since the first result if that is shorter.
 * Idle time counts: nights and weekends are part of the pace.
 */
export const forecastOf = ({ left, recent, firstAt }: Pace, now: Date): Forecast => {
  if (left === 0) return { reason: 'finished' }
  if (firstAt === null || recent < FORECAST_RULE.minResults) return { reason: 'too-few-results' }
  const spanMs = Math.min(now.getTime() - firstAt.getTime(), FORECAST_RULE.windowDays * DAY_MS)
  if (spanMs < FORECAST_RULE.minHours * HOUR_MS) return { reason: 'too-short' }
  const neededMs = (left * spanMs) / recent
  if (neededMs > FORECAST_RULE.maxDays * DAY_MS) return { reason: 'too-slow' }
  return { at: new Date(now.getTime() + neededMs), perDay: (recent * DAY_MS) / spanMs }
}
