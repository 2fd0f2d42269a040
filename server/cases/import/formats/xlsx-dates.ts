const DAY_MS = 86_400_000

/** Longer than any pattern that Excel takes. */
const PATTERN_MOST = 1000

/** Formats that every workbook has, and those of its own whose pattern has a year, month or day outside of quotes and colours. */
export const isDateFormat = (id: number, pattern: string | undefined): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 45 && id <= 47) ||
  (pattern !== undefined &&
    pattern.length <= PATTERN_MOST &&
    /[ymd]/i.test(pattern.replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./g, '')))

/** A day as `YYYY-MM-DD`, and its time where there is one. Workbooks count days from 1900, as if that had been a leap year, or from 1904. */
export const dayOf = (serial: number, is1904: boolean): string => {
  if (!Number.isFinite(serial)) return ''
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const at = new Date(Math.round((days - 25_569) * DAY_MS))
  if (Number.isNaN(at.getTime())) return ''
  const [day = '', time = ''] = at.toISOString().split('T')
  return Number.isInteger(serial) ? day : `${day} ${time.slice(0, 8)}`
}
