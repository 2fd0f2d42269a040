/** A number or time of a report after the one check that all of them pass: unknown stays unknown. */
export interface Quantity {
  /** Milliseconds, of times since 1970. Null when the report has none, or none that can be true. */
  ms: number | null
  /** What the report has instead. */
  problem: string | null
}

const UNKNOWN: Quantity = { ms: null, problem: null }
const EARLIEST = Date.UTC(2000, 0)
const LATEST = Date.UTC(2200, 0)
const LONGEST_MS = 30 * 24 * 3_600_000

/** .NET writes the year 1 for a time that is not set. */
const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && (value.trim() === '' || value.startsWith('0001-01-01')))

const shown = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : typeof value).slice(0, 60)

const asTime = (value: unknown, ms: number | null): Quantity =>
  ms !== null && ms >= EARLIEST && ms < LATEST
    ? { ms: Math.round(ms), problem: null }
    : { ms: null, problem: `The time "${shown(value)}" is not understood and was read as unknown` }

const asDuration = (value: unknown, ms: number | null): Quantity =>
  ms !== null && ms >= 0 && ms <= LONGEST_MS
    ? { ms: Math.round(ms), problem: null }
    : { ms: null, problem: `The duration "${shown(value)}" is not understood and was read as unknown` }

/** Reads a time as text, as UTC when it has no zone. */
export const timeOf = (value: unknown): Quantity => {
  if (isBlank(value)) return UNKNOWN
  return asTime(value, typeof value === 'string' ? parsedTime(value) : typeof value === 'number' ? value : null)
}

/** Reads milliseconds since 1970; 0 is what writers without a clock send. */
export const epochMs = (value: unknown): Quantity => {
  if (isBlank(value) || value === 0) return UNKNOWN
  return typeof value === 'string' && !/^\s*\d+(?:\.\d+)?\s*$/.test(value)
    ? timeOf(value)
    : asTime(value, Number(value))
}

/** Returns whether this is a number of seconds since 1970: as milliseconds, it would be a time of that year. */
export const isEpochSeconds = (value: unknown): boolean => {
  const ms =
    typeof value === 'number' || (typeof value === 'string' && /^\d{9,10}$/.test(value)) ? Number(value) * 1000 : 0
  return ms >= EARLIEST && ms < LATEST
}

/** Reads a duration in this unit, as number or text. A text may name its own unit. */
const durationIn =
  (unitMs: number) =>
  (value: unknown): Quantity => {
    if (isBlank(value)) return UNKNOWN
    if (typeof value === 'number') return asDuration(value, value * unitMs)
    return asDuration(value, typeof value === 'string' ? parsedDuration(value.trim(), unitMs) : null)
  }
export const seconds = durationIn(1000)
export const milliseconds = durationIn(1)
export const nanoseconds = durationIn(1 / 1_000_000)

/** Returns the time from start to end; unknown when one of them is, or when they are in the wrong order. */
export const between = (start: Quantity, end: Quantity): Quantity =>
  start.ms === null || end.ms === null ? UNKNOWN : asDuration(`${end.ms - start.ms} ms`, end.ms - start.ms)

const UNITS: Record<string, number> = {
  ns: 1 / 1_000_000,
  us: 1 / 1000,
  µs: 1 / 1000,
  μs: 1 / 1000,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const WITH_UNITS = /^(?:\d{1,15}(?:\.\d{1,15})?\s?(?:ns|us|µs|μs|ms|s|m|h)\s?){1,6}$/
const ONE_WITH_UNIT = /(\d{1,15}(?:\.\d{1,15})?)\s?(ns|us|µs|μs|ms|s|m|h)/g
const CLOCK = /^(?:(\d{1,5})\.)?(\d{1,5}):(\d\d):(\d\d(?:[.,]\d{1,15})?)$/
/** As XML Schema and Java write durations: `PT1H2M3.5S`. */
const ISO_DURATION =
  /^P(?=[\dT])(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:[.,]\d{1,15})?)S)?)?$/i
const SHORT_CLOCK = /^(\d{1,5}):(\d\d(?:[.,]\d{1,15})?)$/

const parsedDuration = (text: string, unitMs: number): number | null => {
  if (text.length > 60) return null
  if (WITH_UNITS.test(text))
    return [...text.matchAll(ONE_WITH_UNIT)].reduce(
      (sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0),
      0,
    )
  const [, days = '0', hours, minutes, rest] = CLOCK.exec(text) ?? []
  if (hours !== undefined)
    return (Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + numberOf(rest ?? '')) * 1000
  const iso = ISO_DURATION.exec(text)
  if (iso !== null) {
    const [, isoDays = '0', isoHours = '0', isoMinutes = '0', isoSeconds = '0'] = iso
    return (((Number(isoDays) * 24 + Number(isoHours)) * 60 + Number(isoMinutes)) * 60 + numberOf(isoSeconds)) * 1000
  }
  const [, shortMinutes, shortRest] = SHORT_CLOCK.exec(text) ?? []
  if (shortMinutes !== undefined) return (Number(shortMinutes) * 60 + numberOf(shortRest ?? '')) * 1000
  const number = numberOf(text)
  return Number.isFinite(number) ? number * unitMs : null
}

/**
 * Reads a number with a point or a comma as decimal separator and the other one between thousands. A single comma before three digits stands
 * between thousands, as Surefire writes it, unless only a zero is before it.
 */
const numberOf = (text: string): number => {
  const plain = text.replaceAll(/[\s\u00a0\u202f']/g, '')
  if (!/^[-+]?[\d.,]{1,60}(?:[eE][-+]?\d{1,4})?$/.test(plain) || !/\d/.test(plain)) return Number.NaN
  const [digits = '', exponent] = plain.split(/e/i)
  const separators = [...digits.matchAll(/[.,]/g)]
  const last = separators.at(-1)
  if (last === undefined) return Number(plain)
  const areSame = separators.every(([sign]) => sign === last[0])
  const isThousands = separators.length > 1 ? areSame : last[0] === ',' && /^[-+]?[1-9]\d{0,2},\d{3}$/.test(digits)
  const whole = isThousands ? digits : digits.slice(0, last.index)
  const fraction = isThousands ? '' : digits.slice(last.index + 1)
  return Number(
    `${whole.replaceAll(/[.,]/g, '') || '0'}.${fraction || '0'}${exponent === undefined ? '' : `e${exponent}`}`,
  )
}

/** Hours from UTC of the zones whose letters Java and Ruby write. */
const ZONES: Record<string, number> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  TRT: 3,
  IST: 5.5,
  HKT: 8,
  SGT: 8,
  JST: 9,
  KST: 9,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  BRT: -3,
  ART: -3,
}
const DAY_AND_CLOCK =
  /^(\d{4}-\d\d-\d\d)[T ]+(\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(?:(Z|[+-]\d\d(?::?\d\d)?)|(?:GMT|UTC)([+-]\d\d:?\d\d)|([A-Z]{3,4}))?(?:\[[\w/+-]{1,40}\])?$/

const parsedTime = (text: string): number | null => {
  const trimmed = text.trim()
  if (trimmed.length > 80) return null
  if (/^\d{13}$/.test(trimmed)) return Number(trimmed)
  if (/^\d{10}(?:\.\d{1,9})?$/.test(trimmed)) return Number(trimmed) * 1000
  const match = DAY_AND_CLOCK.exec(trimmed)
  if (match === null) return /\d{4}/.test(trimmed) && !/^[\d.,-]+$/.test(trimmed) ? Date.parse(trimmed) : null
  const [, day = '', clock = '', second = '00', fraction = '0', offset, named, letters] = match
  // A day that the month does not have would count from the next one.
  if (!isDay(day)) return null
  const utc = Date.parse(`${day}T${clock}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  if (letters !== undefined) {
    const hours = ZONES[letters]
    return hours === undefined ? null : utc - hours * 3_600_000
  }
  return utc - minutesOf(offset ?? named ?? 'Z') * 60_000
}

const isDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** Minutes east of UTC. */
const minutesOf = (offset: string): number => {
  if (offset === 'Z') return 0
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return offset.startsWith('-') ? -minutes : minutes
}
