/** Days as `YYYY-MM-DD`: of the reader's own calendar, without a time. */

const two = (value: number): string => String(value).padStart(2, '0')

/** The day it is where the reader is. */
export const today = (now: number): string => {
  const date = new Date(now)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** In the reader's way of writing. */
export const dayWords = (day: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return inFull.format(new Date(year, month - 1, date))
}

/** The last day has passed, and it is not done. */
export const isOverdue = (
  { dueDate, completed }: { dueDate: string | null; completed: boolean },
  now: number,
): boolean => !completed && dueDate !== null && dueDate < today(now)

/** The last second of a day (`yyyy-mm-dd`) in the reader's zone. */
export const endOfDay = (date: string): Date => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 23, 59, 59)
}
