import { expect, test } from 'vitest'
import { TEXTS } from '../../../contract/texts.ts'
import { mayManage, rolesToGive } from '../../../contract/settings/members.ts'
import { leftOut, newMemberFaults } from '../../../views/settings/members/new-members.ts'
import { membersHref, readQuery } from '../../../views/settings/members/query.ts'

const writer = { readOnly: false }
const reader = { readOnly: true }

test('[MEMBERS-08] [MEMBERS-09] new members require a user and a role', () => {
  expect(newMemberFaults({ userIds: [], role: '' })).toEqual({ userIds: TEXTS.required, role: TEXTS.required })
  expect(newMemberFaults({ userIds: [writer], role: '' })).toEqual({ role: TEXTS.required })
  expect(newMemberFaults({ userIds: [writer], role: 'ENGINEER' })).toEqual({})
})

test('[MEMBERS-10] [MEMBERS-12] read-only users alone can only be added as guests', () => {
  expect(newMemberFaults({ userIds: [reader], role: 'MANAGER' })).toEqual({ role: TEXTS.readOnlyGuest })
  expect(newMemberFaults({ userIds: [reader], role: 'GUEST' })).toEqual({})
})

test('[MEMBERS-11] [MEMBERS-12] read-only users among others are left out of other roles and counted', () => {
  expect(newMemberFaults({ userIds: [reader, writer], role: 'MANAGER' })).toEqual({})
  expect(leftOut({ userIds: [reader, writer], role: 'MANAGER' })).toBe(1)
  expect(leftOut({ userIds: [reader, writer], role: 'GUEST' })).toBe(0)
  expect(leftOut({ userIds: [reader, writer], role: '' })).toBe(0)
  expect(TEXTS.readOnlyLeftOut(1, 2)).toBe(
    'Read-only users (1/2) will not be added to the project with the selected role',
  )
})

test('[MEMBERS-17] [MEMBERS-18] members may manage up to their own role, and grant none above it', () => {
  expect(mayManage('MANAGER', { role: 'ADMINISTRATOR' })).toBe(false)
  expect(mayManage('MANAGER', { role: 'MANAGER' })).toBe(true)
  expect(rolesToGive('MANAGER', writer)).toEqual(['MANAGER', 'ENGINEER', 'GUEST'])
  expect(rolesToGive('ADMINISTRATOR', writer)).toEqual(['ADMINISTRATOR', 'MANAGER', 'ENGINEER', 'GUEST'])
  expect(rolesToGive('ADMINISTRATOR', reader)).toEqual(['GUEST'])
  expect(rolesToGive('ADMINISTRATOR', { ...writer, groupRole: 'MANAGER' })).toEqual(['ADMINISTRATOR', 'MANAGER'])
})

test('[MEMBERS-05] [MEMBERS-15] an address without a query shows ten members by name, and an address restores its query', () => {
  expect(readQuery('')).toEqual({ page: 1, pageSize: 10, q: '', sort: 'name', descending: false })
  expect(membersHref('SHOP', readQuery('?q=emil&sort=role&order=desc&page=2'))).toBe(
    '/projects/SHOP/members?q=emil&sort=role&order=desc&page=2',
  )
})
