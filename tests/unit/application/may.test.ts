import { expect, test } from 'vitest'
import { ROLES, type Permission, type ProjectAction, type Role } from '../../../contract/access.ts'
import type { SignedInUser } from '../../../contract/session/session.ts'
import { mayOf } from '../../../views/application/may.ts'

const user: SignedInUser = {
  id: 1,
  username: 'nadia',
  email: 'nadia@larkspur.test',
  firstName: '',
  lastName: '',
  photoUrl: null,
  source: 'INTERNAL',
  readOnly: false,
  superAdmin: false,
  permissions: ['projects:create'],
  roles: [],
}
const workspace = { name: 'Larkspur', tenant: 'assay', projectsLimit: null, logoUrl: null }
const may = (role: Role | null, readOnly = false) =>
  mayOf({ user: { ...user, readOnly }, workspace: { ...workspace, features: ['launcher'] } }, role)
const rolesThatMay = (action: ProjectAction) => ROLES.filter((role) => may(role).inProject(action))

test('holds the permissions of the user’s groups, and none for a read-only user', () => {
  expect(may(null).has('projects:create')).toBe(true)
  expect(may(null).has('projects:delete' satisfies Permission)).toBe(false)
  expect(may(null, true).has('projects:create')).toBe(false)
  expect([may(null).isReadOnly, may(null, true).isReadOnly]).toEqual([false, true])
})

test('allows no project action outside of a project', () => {
  expect(may(null).inProject('project:read')).toBe(false)
})

test('reports the features that are on', () => {
  expect([may(null).isOn('launcher'), may(null).isOn('plans')]).toEqual([true, false])
})

test('[ENVS-12] [ENVS-14] [ENVS-15] guests neither show nor copy secrets, engineers show them and change nothing', () => {
  expect(rolesThatMay('secrets:reveal')).toEqual(['ADMINISTRATOR', 'MANAGER', 'ENGINEER'])
  expect(rolesThatMay('settings:write')).toEqual(['ADMINISTRATOR', 'MANAGER'])
})

test('[PROJ-12] the role of administrators deletes a project', () => {
  expect(rolesThatMay('project:delete')).toEqual(['ADMINISTRATOR'])
})
