import { NO_STATISTICS, passRate, RESULT_KINDS, type Launch } from '../../../contract/launches/launches.ts'
import { today } from '../../shared/days.ts'

export const PASS_RATE_DAYS = 14

export interface DayRate {
  /** `YYYY-MM-DD` in the reader's calendar. */
  day: string
  rate: number
}

/** Daily pass rates over all launches, oldest first; days without an ended test are omitted. */
export const passRatesOf = (launches: readonly Pick<Launch, 'startedAt' | 'statistics'>[], now: number): DayRate[] => {
  const first = today(now - (PASS_RATE_DAYS - 1) * 86_400_000)
  const byDay = new Map<string, Launch['statistics']>()
  for (const { startedAt, statistics } of launches) {
    const day = today(Date.parse(startedAt))
    if (day < first) continue
    const sum = { ...(byDay.get(day) ?? NO_STATISTICS) }
    for (const kind of RESULT_KINDS) sum[kind] += statistics[kind]
    byDay.set(day, sum)
  }
  return [...byDay]
    .map(([day, statistics]) => ({ day, rate: passRate(statistics) }))
    .filter((one): one is DayRate => one.rate !== null)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
