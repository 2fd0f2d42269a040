import { ROLES } from '../../../contract/access.ts'
import { TEXTS } from '../../../contract/texts.ts'

interface NewMembers {
  userIds: readonly { readOnly?: boolean }[]
  /** Empty until one is chosen. */
  role: string
}

/** Number of chosen users who cannot have the role (MEMBERS-11, MEMBERS-12). */
export const leftOut = ({ userIds, role }: NewMembers): number =>
  ROLES.some((one) => one === role) && role !== 'GUEST' ? userIds.filter(({ readOnly }) => readOnly === true).length : 0

/** Why nobody can be added, by field (MEMBERS-08 to 10). */
export const newMemberFaults = (chosen: NewMembers): Partial<Record<keyof NewMembers, string>> => ({
  ...(chosen.userIds.length === 0 ? { userIds: TEXTS.required } : {}),
  ...(chosen.role === '' ? { role: TEXTS.required } : {}),
  ...(chosen.userIds.length > 0 && leftOut(chosen) === chosen.userIds.length ? { role: TEXTS.readOnlyGuest } : {}),
})
