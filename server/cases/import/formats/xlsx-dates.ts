const DAY_MS = 86_400_000

/** Longer than any pattern that Excel allows. */
const MAX_PATTERN = 1000

/**
 * Returns whether a number format is a date: a built-in date format, or a custom pattern with a year, month or day outside quotes and
 * colours.
 */
export const isDateFormat = (id: number, pattern: string | undefined): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 45 && id <= 47) ||
  (pattern !== undefined &&
    pattern.length <= MAX_PATTERN &&
    /[ymd]/i.test(pattern.replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./g, '')))

/**
 * Converts a serial number to `YYYY-MM-DD`, with the time if it has one. Workbooks count days from 1900 (with 1900 as a leap year) or from
 * 1904.
 */
export const dayOf = (serial: number, is1904: boolean): string => {
  if (!Number.isFinite(serial)) return ''
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const at = new Date(Math.round((days - 25_569) * DAY_MS))
  if (Number.isNaN(at.getTime())) return ''
  const [day = '', time = ''] = at.toISOString().split('T')
  return Number.isInteger(serial) ? day : `${day} ${time.slice(0, 8)}`
}
