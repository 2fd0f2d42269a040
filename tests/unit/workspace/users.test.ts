import { expect, test } from 'vitest'
import type { Permission } from '../../../contract/access.ts'
import type { SeatStats } from '../../../contract/workspace/seats.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { readUsersQuery, usersHref } from '../../../views/workspace/users/query.ts'
import { mayChangeUser, usersRights } from '../../../views/workspace/users/rights.ts'

type Groups = NonNullable<Parameters<typeof usersRights>[1]['groups']>
const groups = [{ id: 2, name: 'Engineers' }] as unknown as Groups
const seatsOf = (paidSeats: number | null, readOnlySeats: number | null): SeatStats => ({
  paidSeats,
  paidUsers: 8,
  paidPending: 0,
  readOnlySeats,
  readOnlyUsers: 1,
  readOnlyPending: 0,
})
const holder = (...permissions: Permission[]) => ({ has: (one: Permission) => permissions.includes(one) })
const rights = (permissions: Permission[], rest: Partial<Parameters<typeof usersRights>[1]> = {}) =>
  usersRights(holder(...permissions), { groups, seats: null, ...rest })

test('[USERS-08] users are created by those who may update users', () => {
  expect(rights(['IAM_USERS_UPDATE']).canCreate).toBe(true)
  expect(rights(['IAM_USERS_READ']).canCreate).toBe(false)
})

test('[USERS-09] [INVT-01] users are invited only if there is a group for them', () => {
  expect(rights(['IAM_USERS_UPDATE']).canInvite).toBe(true)
  expect(rights(['IAM_USERS_READ']).canInvite).toBe(false)
  expect(rights(['IAM_USERS_UPDATE'], { groups: [] }).canInvite).toBe(false)
  expect(rights(['IAM_USERS_UPDATE'], { groups: null }).canInvite).toBe(false)
})

test('[UFORM-19] [INVT-08] without any free seat both buttons are disabled, with advice for those who may add seats', () => {
  const locks = (permissions: Permission[], seats: SeatStats) => {
    const { createLock, inviteLock } = rights(['IAM_USERS_UPDATE', ...permissions], { seats })
    return [createLock, inviteLock]
  }
  expect(locks(['BILLING'], seatsOf(8, 1))).toEqual([USER_TEXTS.addSeatsToCreate, USER_TEXTS.addSeatsToInvite])
  expect(locks([], seatsOf(8, 1))).toEqual([USER_TEXTS.noSeatsToCreate, USER_TEXTS.noSeatsToInvite])
  for (const seats of [seatsOf(9, 1), seatsOf(8, 2), seatsOf(null, 1), seatsOf(null, null)])
    expect(locks([], seats)).toEqual([null, null])
})

test('[USERS-10] [USERS-11] [USERS-12] a user is changed by others who may update users, and a super admin by none here', () => {
  const may = holder('IAM_USERS_UPDATE')
  expect(mayChangeUser(may, 1, { id: 2, isSuperAdmin: false })).toBe(true)
  expect(mayChangeUser(holder('IAM_USERS_READ'), 1, { id: 2, isSuperAdmin: false })).toBe(false)
  expect(mayChangeUser(may, 1, { id: 1, isSuperAdmin: false })).toBe(false)
  expect(mayChangeUser(may, 1, { id: 2, isSuperAdmin: true })).toBe(false)
})

test('[USERS-03] an address without a query shows ten users by name, and an address restores its query', () => {
  expect(readUsersQuery('')).toMatchObject({ page: 1, pageSize: 10, sort: 'name', descending: false })
  const address =
    '/settings/users?q=bauer&status=ACTIVE&source=SAML&groups=2&second-factor=none&sort=email&order=desc&page=2'
  expect(usersHref(readUsersQuery(address.slice(address.indexOf('?'))))).toBe(address)
})
