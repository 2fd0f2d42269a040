import { expect, test } from 'vitest'
import { ROLES, type Feature, type Permission } from '../../../contract/access.ts'
import { hrefOf, nextSort, readQuery } from '../../../views/projects/query.ts'
import { mayDeleteProject, projectRights } from '../../../views/projects/rights.ts'

const may = (permissions: Permission[], features: Feature[] = ['test-case-management']) => ({
  has: (permission: Permission) => permissions.includes(permission),
  isOn: (feature: Feature) => features.includes(feature),
})
const totals = (projectsTotal: number, projectsLimit: number | null) => ({ projectsTotal, projectsLimit })

test('[PROJ-17] both buttons that create a project require the permission', () => {
  expect(projectRights(may(['projects:create']), null)).toEqual({ canCreate: true, canCreateDemo: true })
  expect(projectRights(may([]), null)).toEqual({ canCreate: false, canCreateDemo: false })
  expect(projectRights(may(['projects:create'], []), null)).toEqual({ canCreate: true, canCreateDemo: false })
})

test('[PROJ-16] hides both at the limit of the workspace', () => {
  const canCreate = (total: number, limit: number | null) =>
    projectRights(may(['projects:create']), totals(total, limit)).canCreate
  expect([canCreate(11, 12), canCreate(12, 12), canCreate(99, null)]).toEqual([true, false, true])
})

test('[PROJ-12] [PROJ-13] a project is deleted by its administrators and by users who may delete any', () => {
  const rolesThatMay = (permissions: Permission[]) =>
    ROLES.filter((role) => mayDeleteProject(may(permissions), { role }))
  expect(rolesThatMay([])).toEqual(['ADMINISTRATOR'])
  expect(rolesThatMay(['projects:delete'])).toEqual(ROLES)
})

test('[PROJ-07] a column sorts ascending, descending, and then starred projects come first again', () => {
  const starred = { sort: 'starred', descending: false } as const
  const up = nextSort(starred, 'name')
  expect(up).toEqual({ sort: 'name', descending: false })
  const down = nextSort(up, 'name')
  expect(down).toEqual({ sort: 'name', descending: true })
  expect(nextSort(down, 'name')).toEqual(starred)
  expect(nextSort(down, 'key')).toEqual({ sort: 'key', descending: false })
})

test('[PROJ-08] [PROJ-09] an address without a query shows ten projects, starred ones first', () => {
  expect(readQuery('')).toEqual({ page: 1, pageSize: 10, q: '', sort: 'starred', descending: false })
  expect(readQuery('?page=0&sort=nothing&order=up')).toEqual(readQuery(''))
})

test('an address restores search, order and page', () => {
  const query = readQuery('?q=shop&sort=key&order=desc&page=2')
  expect(query).toMatchObject({ q: 'shop', sort: 'key', descending: true, page: 2 })
  expect(hrefOf(query)).toBe('/projects?q=shop&sort=key&order=desc&page=2')
  expect(hrefOf(readQuery(''))).toBe('/projects')
})
