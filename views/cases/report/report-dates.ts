/** Dates in a report: independent of the reader's locale (EXPORT-22, EXPORT-26). */

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** `Jan 5, 2025` */
export const formatDay = (at: string | number): string => DAY.format(new Date(at))

/** `Jan 5, 2025 14:05`: part of the suggested file name. */
export const formatMoment = (at: number): string => `${formatDay(at)} ${TIME.format(at)}`
