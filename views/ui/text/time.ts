/** Formats times and durations. Dates follow the reader's locale and time zone; durations are the same everywhere. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a formatter is a hundred times slower than using one. */
const formatter = (locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale ?? ''} ${JSON.stringify(options)}`
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, made)
  return made
}

const two = (value: number) => String(value).padStart(2, '0')

/** `412ms`, `2.1s`, `18s`, `1m 02s`, `1h 04m 12s`, `26h 04m 12s`. Negative values become 0: agents' clocks may differ. */
export function formatDuration(ms: number): string {
  const span = Math.max(0, ms)
  if (span < second) return `${Math.round(span)}ms`
  if (span < 9950) return `${(span / second).toFixed(1)}s`
  const seconds = Math.round(span / second)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (h > 0) return `${h}h ${two(m)}m ${two(s)}s`
  return m > 0 ? `${m}m ${two(s)}s` : `${s}s`
}

/** A running duration: whole seconds, so that its width is stable. */
export const formatClock = (ms: number): string => {
  const seconds = Math.floor(Math.max(0, ms) / second)
  return seconds < 10 ? `${seconds}s` : formatDuration(seconds * second)
}

const dayNumber = (at: number, timeZone: string | undefined) => {
  const parts = formatter('en-CA', { timeZone, dateStyle: 'short' }).format(at)
  return Date.parse(parts) / day
}

type Reader = { locale?: string | undefined; timeZone?: string | undefined }

/**
 * 'just now', '3 min ago', '1 h ago', 'Yesterday', '2 d ago', then the date; the year only when it is another one. Times to come are
 * 'in 3 min', 'in 1 h', 'Tomorrow', 'in 2 d'.
 */
export function relativeTime(at: number, now: number, { locale, timeZone }: Reader = {}): string {
  const age = now - at
  const span = Math.abs(age)
  const relative = (count: number, unit: string) => (age < 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`)
  if (span < minute) return 'just now'
  if (span < hour) return relative(Math.floor(span / minute), 'min')
  if (span < 6 * hour) return relative(Math.floor(span / hour), 'h')
  const days = Math.abs(dayNumber(now, timeZone) - dayNumber(at, timeZone))
  if (days === 0) return relative(Math.floor(span / hour), 'h')
  if (days === 1) return age < 0 ? 'Tomorrow' : 'Yesterday'
  if (days < 7) return relative(days, 'd')
  const year = formatter('en', { timeZone, year: 'numeric' })
  const isThisYear = year.format(at) === year.format(now)
  return formatter(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(at)
}

/** Exact time for hover: date, seconds and time zone. */
export const exactTime = (at: number, { locale, timeZone }: Reader = {}): string =>
  formatter(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(at)
