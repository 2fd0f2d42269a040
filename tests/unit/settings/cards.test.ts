import { expect, test } from 'vitest'
import { FEATURES, type Feature, type Role } from '../../../contract/access.ts'
import type { SignedInUser } from '../../../contract/session/session.ts'
import { PAGES } from '../../../views/pages.ts'
import { workspaceSettings } from '../../../views/shared/settings/workspace-page.tsx'
import { passes } from '../../../views/application/pages/gate.ts'
import { settingsPages } from '../../../views/settings/pages.ts'
import { cardGroups } from '../../../views/shared/settings/cards.ts'

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
  permissions: [],
  roles: [],
}

const testing = 'Testing configuration'

/** Labels by group, as a user with this role sees them. */
const cardsOf = (role: Role, off: readonly Feature[] = []): Record<string, string[]> => {
  const features = FEATURES.filter((feature) => !off.includes(feature))
  const workspace = { name: 'Larkspur', tenant: 'assay', features, projectsLimit: null, logoUrl: null }
  const groups = cardGroups(settingsPages, [testing, 'Access management'], (pattern) => {
    const gate = PAGES.find((page) => page.pattern === pattern)?.gate
    return gate !== undefined && passes(gate, { user, workspace }, role)
  })
  return Object.fromEntries(groups.map(({ title, cards }) => [title, cards.map(({ label }) => label)]))
}

test('administrators and managers see every card', () => {
  for (const role of ['ADMINISTRATOR', 'MANAGER'] as const) {
    const { [testing]: ofTesting, ...others } = cardsOf(role)
    expect(others, '[GENERAL-05] [GENERAL-11]').toEqual({ 'Access management': ['Members', 'Change log'] })
    expect(ofTesting?.[0], '[GENERAL-06]').toBe('Test case fields')
    expect(ofTesting?.[1], '[GENERAL-07]').toBe('Test case execution results')
    expect(ofTesting?.[2], '[GENERAL-08]').toBe('Observation types')
    expect(ofTesting?.[3], '[GENERAL-09]').toBe('Testing configurations')
    expect(ofTesting?.slice(4)).toEqual(['Environments and variables', 'Requirement systems', 'Failure tags'])
  }
})

test('[GENERAL-12] others see the cards of pages that they may open', () => {
  for (const role of ['ENGINEER', 'GUEST'] as const)
    expect(cardsOf(role)).toEqual({ [testing]: ['Testing configurations', 'Environments and variables'] })
})

test.each<[feature: Feature, gone: string[]]>([
  ['test-case-management', ['Test case fields', 'Test case execution results']],
  ['custom-result-statuses', ['Test case execution results']],
])('[GENERAL-06] [GENERAL-07] [RESULTS-02] without %s the cards %s are hidden, and no others', (feature, gone) => {
  const all = cardsOf('ADMINISTRATOR')[testing] ?? []
  expect(cardsOf('ADMINISTRATOR', [feature])[testing]).toEqual(all.filter((label) => !gone.includes(label)))
})

test('[GENERAL-10] environments are listed with variables or without', () => {
  expect(cardsOf('ADMINISTRATOR')[testing]).toContain('Environments and variables')
  expect(cardsOf('ADMINISTRATOR')[testing]).not.toContain('Environments')
  expect(cardsOf('ADMINISTRATOR', ['test-case-variables'])[testing]).toContain('Environments')
  expect(cardsOf('ADMINISTRATOR', ['test-case-variables'])[testing]).not.toContain('Environments and variables')
})

test('[WNAV-20] the hub of the workspace has the cards of pages that the reader may open, and no others', () => {
  const workspace = { name: 'Larkspur', tenant: 'assay', features: [...FEATURES], projectsLimit: null, logoUrl: null }
  const labelsOf = (permissions: SignedInUser['permissions']) =>
    cardGroups(workspaceSettings(PAGES), ['People and access', 'Connections', 'Workspace'], (pattern) => {
      const gate = PAGES.find((page) => page.pattern === pattern)?.gate
      return gate !== undefined && passes(gate, { user: { ...user, permissions }, workspace }, null)
    }).flatMap(({ cards }) => cards.map(({ label }) => label))
  expect(labelsOf(['IAM_USERS_READ'])).toEqual(['Users', 'Service accounts'])
  expect(labelsOf(['BILLING'])).toEqual(['Plan and features'])
  expect(labelsOf(['CONFIGURATION_SSO_SAML'])).toEqual(['Single sign-on', 'Sign-in rules'])
  expect(labelsOf([])).toEqual([])
})
