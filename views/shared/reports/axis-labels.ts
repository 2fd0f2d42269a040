import { formatDay } from '../days.ts'

const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const MAX_LABELS = 5

/** Formats a day as "30 Nov", in the reader's way of writing. */
export const dayLabel = (day: string): string => short.format(new Date(`${day}T00:00:00Z`))

/** Labels of a day axis at even distances, '' between them; the last day always has one. */
export const axisLabels = (days: readonly string[]): string[] => {
  const step = Math.max(1, Math.ceil(days.length / MAX_LABELS))
  return days.map((day, index) => ((days.length - 1 - index) % step === 0 ? dayLabel(day) : ''))
}

export const dayLabels = (days: readonly string[], unit: 'day' | 'week'): string[] =>
  days.map((day) => (unit === 'week' ? `Week of ${formatDay(day)}` : formatDay(day)))
