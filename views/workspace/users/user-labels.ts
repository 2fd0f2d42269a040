import type { User, UserSource, UserStatus } from '../../../contract/workspace/users.ts'

export const STATUS_LABELS: Record<UserStatus, string> = { ACTIVE: 'Active', INACTIVE: 'Inactive', PENDING: 'Pending' }
export const SOURCE_LABELS: Record<UserSource, string> = {
  INTERNAL: 'Internal',
  SAML: 'SAML',
  OIDC: 'OpenID Connect',
  SCIM: 'SCIM',
}

export const SECOND_FACTOR_LABELS = { some: 'On', none: 'Off' } as const

/** First and last name, or the username where there is no name. */
export const displayNameOf = ({
  firstName,
  lastName,
  username,
}: Pick<User, 'firstName' | 'lastName' | 'username'>): string => `${firstName} ${lastName}`.trim() || username

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Time left to accept an invitation: '5 d to accept'. `expiresAt` is ISO text, `now` epoch milliseconds. */
export const timeToAccept = (expiresAt: string, now: number): string => {
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'Expired'
  return left >= DAY_MS ? `${Math.floor(left / DAY_MS)} d to accept` : `${Math.ceil(left / HOUR_MS)} h to accept`
}
