import type { AccessToken } from '../../../contract/workspace/profile.ts'

/** A token is active until its expiry; without one it never expires (TOKN-13, TOKN-14). */
export const isActive = ({ expiresAt }: Pick<AccessToken, 'expiresAt'>, now: number): boolean =>
  expiresAt === null || Date.parse(expiresAt) > now

/** Formats as 'MMMM d, y' (TOKN-12), in the reader's time zone. */
export const longDate = (at: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' }).format(Date.parse(at))
