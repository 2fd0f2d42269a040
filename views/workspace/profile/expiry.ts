import { TEXTS } from '../../../contract/texts.ts'
import type { AccessToken } from '../../../contract/workspace/profile.ts'
import { endOfDay } from '../../shared/days.ts'

/** A token is active until its expiry; without one it never expires (TOKN-13, TOKN-14). */
export const isActive = ({ expiresAt }: Pick<AccessToken, 'expiresAt'>, now: number): boolean =>
  expiresAt === null || Date.parse(expiresAt) > now

/** Formats as 'MMMM d, y' (TOKN-12), in the reader's time zone. */
export const longDate = (at: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' }).format(Date.parse(at))

/** Why a new token cannot expire on this day (TOKN-08 to 10); null if it can. `day`: as yyyy-mm-dd, empty while incomplete. */
export const expiryFault = (day: string, now: number): string | null => {
  if (day === '') return TEXTS.tokenDate
  return endOfDay(day).getTime() < now ? TEXTS.tokenDatePast : null
}
