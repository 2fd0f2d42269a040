import type { AccessToken } from '../../../contract/workspace/profile.ts'

/** The last second of a day (`yyyy-mm-dd`) where its reader is (TOKN-11). */
export const endOfDay = (date: string): Date => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 23, 59, 59)
}

/** Active until its expiry passes; for ever without one (TOKN-13, TOKN-14). */
export const isActive = ({ expiresAt }: Pick<AccessToken, 'expiresAt'>, now: number): boolean =>
  expiresAt === null || Date.parse(expiresAt) > now

/** 'MMMM d, y' (TOKN-12), in the reader's zone. */
export const longDate = (at: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' }).format(Date.parse(at))
