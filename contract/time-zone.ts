import { z } from 'zod/mini'

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Name of a time zone, such as `Europe/Berlin`. */
export const TimeZone = z.string().check(z.maxLength(60), z.refine(isTimeZone, 'This is not a time zone'))

/** The reader's time zone, in which days begin and end. */
export const inTimeZone = { timeZone: z._default(TimeZone, 'UTC') }
