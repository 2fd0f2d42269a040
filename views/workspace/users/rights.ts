import type { Group } from '../../../contract/workspace/groups.ts'
import { freeSeats, type SeatStats } from '../../../contract/workspace/seats.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import type { User } from '../../../contract/workspace/users.ts'
import type { May } from '../../application/may.ts'

/**
 * Returns what the reader of the users page may do (USERS-08, USERS-09, INVT-01). `groups`, `seats`: null while loading.
 * `createLock`, `inviteLock`: why nobody can be added at present; null if a user can.
 */
export const usersRights = (
  may: Pick<May, 'has'>,
  { groups, seats }: { groups: readonly Group[] | null; seats: SeatStats | null },
) => {
  const canCreate = may.has('IAM_USERS_UPDATE')
  const isFull = seats !== null && freeSeats(seats, false) === 0 && freeSeats(seats, true) === 0
  const canAddSeats = may.has('BILLING')
  return {
    canCreate,
    canInvite: canCreate && groups !== null && groups.length > 0,
    createLock: isFull ? (canAddSeats ? USER_TEXTS.addSeatsToCreate : USER_TEXTS.noSeatsToCreate) : null,
    inviteLock: isFull ? (canAddSeats ? USER_TEXTS.addSeatsToInvite : USER_TEXTS.noSeatsToInvite) : null,
  }
}

/** Returns whether the reader may change a user: not themselves, and no super admin (USERS-10 to 12). */
export const mayChangeUser = (
  may: Pick<May, 'has'>,
  readerId: number,
  { id, isSuperAdmin }: Pick<User, 'id' | 'isSuperAdmin'>,
): boolean => may.has('IAM_USERS_UPDATE') && id !== readerId && !isSuperAdmin
