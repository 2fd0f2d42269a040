/** Times of schedules. The only module that imports the cron library. */
import { Cron } from 'croner'
import { LAUNCHER_TEXTS } from './launcher-texts.ts'

/** A cron expression of six fields, seconds first, and its time zone. */
export interface CronTimes {
  cron: string
  timezone: string
}

/** Minimum interval. Launches take minutes, so a more frequent schedule is a mistake. */
const CLOSEST_MS = 60_000

const OFFSET = /^GMT([+-])(0\d|1[0-4]):([0-5]\d)$/

const zoneOf = (timezone: string): { timezone: string } | { utcOffset: number } => {
  const [, sign, hours, minutes] = OFFSET.exec(timezone) ?? []
  if (sign === undefined) return { timezone }
  return { utcOffset: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) }
}

/** Returns whether the text is an offset such as GMT+03:00 or a name of the time zone database. */
export const isTimezone = (text: string): boolean => {
  if (OFFSET.test(text)) return true
  try {
    return /^[A-Za-z]/.test(text) && Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}

/** Returns the next times after `from`, in ascending order; none if the expression is invalid or never matches. */
export const nextRuns = ({ cron, timezone }: CronTimes, from: Date, count: number): Date[] => {
  try {
    return new Cron(cron.trim(), { mode: '6-part', paused: true, ...zoneOf(timezone) }).nextRuns(count, from)
  } catch {
    return []
  }
}

/** Returns an error message for an invalid expression, or null. */
export const cronProblem = (cron: string, from = new Date()): string | null => {
  const runs = nextRuns({ cron, timezone: 'UTC' }, from, 10)
  if (runs.length === 0) return LAUNCHER_TEXTS.cron
  const isTooClose = runs.some((run, place) => place > 0 && run.getTime() - Number(runs[place - 1]) < CLOSEST_MS)
  return isTooClose ? LAUNCHER_TEXTS.cronTooOften : null
}
