/** Days as `YYYY-MM-DD` in the reader's calendar, without time. */

const two = (value: number): string => String(value).padStart(2, '0')

/** Today in the reader's time zone. */
export const today = (now: number): string => {
  const date = new Date(now)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** Formatted in the reader's locale. */
export const formatDay = (day: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return inFull.format(new Date(year, month - 1, date))
}

/** Returns whether the due day has passed without completion. */
export const isOverdue = (
  { dueDate, completed }: { dueDate: string | null; completed: boolean },
  now: number,
): boolean => !completed && dueDate !== null && dueDate < today(now)

/** The last second of a day (`yyyy-mm-dd`) in the reader's time zone. */
export const endOfDay = (date: string): Date => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 23, 59, 59)
}

/** The reader's time zone, as an IANA name. */
export const readersTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
