import { describe, expect, test } from 'vitest'
import type { Feature, Permission, Role } from '../../../contract/access.ts'
import { FEATURES, PERMISSIONS, ROLES } from '../../../contract/access.ts'
import { publicPath, PublicResourceType } from '../../../contract/public/resources.ts'
import { matchPage, PAGES } from '../../../views/pages.ts'
import { passes } from '../../../views/application/pages/gate.ts'

interface Somebody {
  permissions?: readonly Permission[]
  features?: readonly Feature[]
  /** In the project of the address; outside projects, in any project. */
  role?: Role
}

/** Whether the gate of an address admits a user; `unknown` for an address without an entry. */
const opens = (path: string, { permissions = [], features = FEATURES, role }: Somebody = {}) => {
  const match = matchPage(path)
  if (match === null) return 'unknown'
  const { gate } = match.page
  if (gate.who === 'anyone') return 'anyone'
  const user = {
    id: 1,
    username: 'nadia',
    email: 'nadia@larkspur.test',
    firstName: '',
    lastName: '',
    photoUrl: null,
    source: 'INTERNAL' as const,
    readOnly: false,
    superAdmin: false,
    permissions: [...permissions],
    roles: role === undefined ? [] : [role],
  }
  const workspace = { name: 'Larkspur', tenant: 'assay', features: [...features], projectsLimit: null, logoUrl: null }
  const isInProject = match.params['projectKey'] !== undefined
  return passes(gate, { user, workspace }, isInProject ? (role ?? 'GUEST') : null)
}
const patternOf = (path: string) => matchPage(path)?.page.pattern
const without = (...gone: Feature[]) => FEATURES.filter((feature) => !gone.includes(feature))
/** The required features, one by one: without each the address is closed, with all of them it opens. Empty when that is true. */
const faults = (path: string, features: readonly Feature[], somebody: Somebody = {}): string[] => [
  ...(opens(path, { ...somebody, features }) === true ? [] : [`${path} is shut`]),
  ...features
    .filter((feature) => opens(path, { ...somebody, features: without(feature) }) !== false)
    .map((feature) => `${path} opens without ${feature}`),
]
const P = '/projects/SHOP'

describe('addresses without a session', () => {
  test.each(['/signin', '/password/forgot', '/password/reset', '/sso', '/signup'])(
    '[SESSION-01] [WNAV-14] %s is open to anyone',
    (path) => expect(opens(path)).toBe('anyone'),
  )
  test.each(['/404', '/500'])('[ROUTES-29] %s is open to anyone', (path) => expect(opens(path)).toBe('anyone'))
  test.each(PublicResourceType.options)('[ROUTES-28] [WNAV-12] are open for public links: %s', (type) => {
    expect(opens(publicPath(type, 'a1b2c3'))).toBe('anyone')
    expect(matchPage(publicPath(type, 'a1b2c3'))?.page.load).toBeDefined()
  })
  test.each(['/public/nothing/a1b2c3', '/public/launch', '/public/launch/'])(
    '[PUBLIC-04] [PUBLIC-05] %s leads to /404',
    (path) => expect(matchPage(path)?.page.redirectTo).toBe('/404'),
  )
  test.each(['/nothing', '/projects/SHOP/nothing', '/settings/nothing'])('[ROUTES-30] %s is nowhere', (path) =>
    expect(opens(path)).toBe('unknown'),
  )
})

describe('addresses of the signed-in user', () => {
  test('[ROUTES-03] [ROUTES-04] [WNAV-02] [WNAV-03] [PROF-01] projects and profile ask for nothing but a session', () => {
    for (const path of ['/projects', '/profile']) {
      expect(matchPage(path)?.page.gate).toEqual({ who: 'signed-in' })
      expect(opens(path, { features: [] })).toBe(true)
    }
  })
})

describe('addresses of launchers', () => {
  const area = ['', '/add-repo', '/1', '/1/new-launcher', '/1/2', '/1/2/3'].map(
    (path) => `${P}/automation-launchers${path}`,
  )

  test('[LNAV-01] [LNAV-02] [LNAV-03] [LNAV-04] [LNAV-05] repositories, launchers, presets and a new launcher have addresses', () => {
    expect(area.map(patternOf)).toEqual([
      '/projects/:projectKey/automation-launchers',
      '/projects/:projectKey/automation-launchers/add-repo',
      '/projects/:projectKey/automation-launchers/:repoId',
      '/projects/:projectKey/automation-launchers/:repoId/new-launcher',
      '/projects/:projectKey/automation-launchers/:repoId/:launcherId',
      '/projects/:projectKey/automation-launchers/:repoId/:launcherId/:presetId',
    ])
  })

  test('[LNAV-09] [LNAV-10] need both of their features', () =>
    expect(area.flatMap((path) => faults(path, ['test-automation', 'launcher'], { role: 'ENGINEER' }))).toEqual([]))

  test('[LNAV-11] reject guests, whatever permissions they have', () => {
    for (const path of area) {
      expect([path, opens(path, { role: 'GUEST', permissions: PERMISSIONS })]).toEqual([path, false])
      for (const role of ROLES.filter((one) => one !== 'GUEST'))
        expect([path, role, opens(path, { role })]).toEqual([path, role, true])
    }
  })
})

describe('settings of the workspace', () => {
  const hub: Permission[] = [
    'CONFIGURATION_SSO_SAML',
    'IAM_USERS_UPDATE',
    'IAM_USERS_READ',
    'IAM_GROUPS_READ',
    'IAM_GROUPS_UPDATE',
    'IAM_GROUPS_DELETE',
    'BILLING',
  ]
  test('[ROUTES-05] [WNAV-04] the hub opens with any one of seven permissions', () => {
    for (const permission of hub) expect(opens('/settings', { permissions: [permission] })).toBe(true)
    expect(opens('/settings')).toBe(false)
    expect(opens('/settings', { permissions: ['INTEGRATIONS_WRITE', 'projects:create'] })).toBe(false)
  })

  test.each(['/settings/sso', '/settings/sso/new', '/settings/sso/7'])(
    '[ROUTES-06] [ROUTES-07] [ROUTES-08] [WNAV-05] %s needs the permission and the feature',
    (path) => {
      const permissions = ['CONFIGURATION_SSO_SAML'] as const
      expect(faults(path, ['saml-sso'], { permissions })).toEqual([])
      expect(opens(path, { permissions: hub.slice(1) })).toBe(false)
    },
  )

  test.each(['/settings/integrations', '/settings/integrations/jira'])(
    '[ROUTES-09] [ROUTES-10] [WNAV-06] %s needs a manager or the permission, and one of three features',
    (path) => {
      const permissions = ['INTEGRATIONS_WRITE'] as const
      for (const feature of ['test-automation', 'defects-linking', 'requirements-mapping'] as const)
        expect(opens(path, { permissions, features: [feature] })).toBe(true)
      expect(
        opens(path, { permissions, features: without('test-automation', 'defects-linking', 'requirements-mapping') }),
      ).toBe(false)
      expect(ROLES.filter((role) => opens(path, { role }))).toEqual(['ADMINISTRATOR', 'MANAGER'])
      expect(opens(path)).toBe(false)
    },
  )

  test('[WNAV-18] users who may only write integrations open these pages, but not the hub', () => {
    const permissions = ['INTEGRATIONS_WRITE'] as const
    expect(opens('/settings/integrations', { permissions })).toBe(true)
    expect(opens('/settings', { permissions })).toBe(false)
  })

  test.each(['/settings/users', '/settings/service-accounts', '/settings/service-accounts/7'])(
    '[ROUTES-11] [WNAV-07] %s by updating or reading users',
    (path) => {
      expect(hub.filter((permission) => opens(path, { permissions: [permission] }))).toEqual([
        'IAM_USERS_UPDATE',
        'IAM_USERS_READ',
      ])
    },
  )

  test('[ROUTES-12] [WNAV-08] [GRPS-01] groups by reading or updating them; deleting alone is not enough', () => {
    expect(hub.filter((permission) => opens('/settings/user-groups', { permissions: [permission] }))).toEqual([
      'IAM_GROUPS_READ',
      'IAM_GROUPS_UPDATE',
    ])
  })

  test.each(['', '/plan', '/payment-method', '/billing-history'])(
    '[ROUTES-13] [ROUTES-14] [WNAV-09] billing%s needs its permission',
    (rest) => {
      const path = `/settings/billing${rest}`
      expect(hub.filter((permission) => opens(path, { permissions: [permission] }))).toEqual(['BILLING'])
    },
  )

  test('[ROUTES-13] [WNAV-10] [BILL-02] bare billing leads on to its plan, beside which are the payment method and the history', () => {
    expect(matchPage('/settings/billing')?.page.redirectTo).toBe('/settings/billing/plan')
    for (const rest of ['plan', 'payment-method', 'billing-history'])
      expect(matchPage(`/settings/billing/${rest}`)?.page.load).toBeDefined()
  })

  test('[ROUTES-15] [WNAV-11] [BILL-03] engine utilization needs billing and the launcher feature', () => {
    expect(matchPage('/settings/engine-utilization-dashboard')?.page.load).toBeDefined()
    expect(faults('/settings/engine-utilization-dashboard', ['launcher'], { permissions: ['BILLING'] })).toEqual([])
    expect(opens('/settings/engine-utilization-dashboard')).toBe(false)
  })

  test('all permissions together open no feature that is off', () => {
    expect(opens('/settings/sso', { permissions: PERMISSIONS })).toBe(true)
    expect(opens('/settings/sso', { permissions: PERMISSIONS, features: [] })).toBe(false)
  })
})

describe('test management in a project', () => {
  const cases = ['test-case-management'] as const
  test.each(['', '/7'])('[ROUTES-17] [NAV-17] [TNAV-01] [TNAV-04] [TNAV-05] test-cases%s', (rest) =>
    expect(faults(`${P}/test-cases${rest}`, cases)).toEqual([]),
  )
  test('[ROUTES-18] [TNAV-06] [TRASH-02] [FEAT-04] the trash bin needs both features and a role that writes', () => {
    expect(faults(`${P}/test-cases/trash-bin`, ['test-case-management', 'trash-bin'], { role: 'ENGINEER' })).toEqual([])
    expect(ROLES.filter((role) => opens(`${P}/test-cases/trash-bin`, { role }))).toEqual([
      'ADMINISTRATOR',
      'MANAGER',
      'ENGINEER',
    ])
  })
  test('[ROUTES-19] [EXPORT-02] the printable export', () =>
    expect(faults(`${P}/test-cases/export`, cases)).toEqual([]))
  test('[ROUTES-21] [TNAV-07] shared steps', () => expect(faults(`${P}/shared-steps`, cases)).toEqual([]))
  test.each(['', '/create', '/7', '/7/edit'])('[ROUTES-22] [TNAV-08] test-runs%s', (rest) =>
    expect(faults(`${P}/test-runs${rest}`, cases, { role: 'ENGINEER' })).toEqual([]),
  )
  test.each(['/create', '/7/edit'])('[RUNED-09] [RUNED-10] [ROLE-04] test-runs%s leads guests to the list', (rest) => {
    const path = `${P}/test-runs${rest}`
    expect(ROLES.filter((role) => opens(path, { role }))).toEqual(['ADMINISTRATOR', 'MANAGER', 'ENGINEER'])
    expect(matchPage(path)?.page.fallback).toBe('/projects/:projectKey/test-runs')
  })
  test.each(['', '/create', '/7', '/7/edit'])(
    '[ROUTES-23] [ROUTES-24] [ROUTES-25] [TNAV-09] [TNAV-10] test-plans%s',
    (rest) =>
      expect(faults(`${P}/test-plans${rest}`, ['test-case-management', 'plans'], { role: 'ENGINEER' })).toEqual([]),
  )
  test.each(['/create', '/7/edit'])('[PLANED-26] [PLANED-27] test-plans%s leads guests to the list', (rest) => {
    const path = `${P}/test-plans${rest}`
    expect(ROLES.filter((role) => opens(path, { role }))).toEqual(['ADMINISTRATOR', 'MANAGER', 'ENGINEER'])
    expect(matchPage(path)?.page.fallback).toBe('/projects/:projectKey/test-plans')
  })
  test.each(['', '/create', '/7', '/7/edit'])('[ESNV-05] [ROUTES-26] [TNAV-11] exploratory-sessions%s', (rest) =>
    expect(faults(`${P}/exploratory-sessions${rest}`, cases, { role: 'ENGINEER' })).toEqual([]),
  )
  test.each(['/create', '/7/edit'])(
    '[ESNV-10] exploratory-sessions%s leads those who may not write to the list',
    (rest) => {
      const path = `${P}/exploratory-sessions${rest}`
      expect(ROLES.filter((role) => opens(path, { role }))).toEqual(['ADMINISTRATOR', 'MANAGER', 'ENGINEER'])
      expect(matchPage(path)?.page.fallback).toBe('/projects/:projectKey/exploratory-sessions')
    },
  )
  test.each([
    ['test-cases/trash-bin', 'test-cases/:caseId'],
    ['test-cases/export', 'test-cases/:caseId'],
    ['test-cases/model', 'test-cases/:caseId'],
    ['test-runs/create', 'test-runs/:runId'],
    ['test-plans/create', 'test-plans/:testPlanId'],
    ['exploratory-sessions/create', 'exploratory-sessions/:exploratorySessionId'],
  ])('[ROUTES-20] %s is no id', (fixed, withId) => {
    expect(patternOf(`${P}/${fixed}`)).toBe(`/projects/:projectKey/${fixed}`)
    expect(patternOf(`${P}/${fixed.slice(0, fixed.lastIndexOf('/') + 1)}7`)).toBe(`/projects/:projectKey/${withId}`)
  })
  test.each([
    'settings',
    'test-case-fields',
    'test-case-fields/priorities',
    'test-case-fields/automation-states',
    'test-case-execution-results',
    'observation-types',
    'failure-tags',
    'testing-configurations',
    'environments-variables',
    'environments',
    'members',
    'milestones',
  ])('[ROUTES-27] %s has an address of its own', (rest) => {
    expect(patternOf(`${P}/${rest}`)).toBe(`/projects/:projectKey/${rest}`)
  })
  test.each([
    ['[FIELDS-01]', 'test-case-fields'],
    ['[PRIO-01]', 'test-case-fields/priorities'],
    ['[PRIO-02]', 'test-case-fields/automation-states'],
    ['[RESULTS-01]', 'test-case-execution-results'],
    ['[OBTYPE-01]', 'observation-types'],
    ['[TREE-58]', 'requirement-systems'],
    ['[MEMBERS-02]', 'members'],
    ['[MILESTONES-01]', 'milestones'],
    ['', 'settings/change-log'],
    ['', 'failure-tags'],
    ['', 'notifications'],
    ['', 'pull-requests'],
  ])('%s %s opens for administrators and managers only', (_, rest) => {
    expect(ROLES.filter((role) => opens(`${P}/${rest}`, { role }))).toEqual(['ADMINISTRATOR', 'MANAGER'])
  })
  test.each([
    ['[GENERAL-01]', 'settings'],
    ['[CONFIGS-01]', 'testing-configurations'],
    ['', 'environments-variables'],
    ['', 'quality-gate'],
  ])('%s %s opens for every role', (_, rest) => {
    expect(ROLES.filter((role) => opens(`${P}/${rest}`, { role }))).toEqual(ROLES)
  })
  test('[MEMBERS-02] [MILESTONES-01] a permission opens members or milestones for any role', () => {
    expect(opens(`${P}/members`, { role: 'GUEST', permissions: ['projects:update'] })).toBe(true)
    expect(opens(`${P}/milestones`, { role: 'GUEST', permissions: ['reporting-milestones-access-private'] })).toBe(true)
  })
  test('[ENVS-01] [ENVS-02] [ENVS-03] one of two addresses of environments is open, and the other redirects to it', () => {
    const [withVariables, alone] = [`${P}/environments-variables`, `${P}/environments`]
    expect([opens(withVariables), opens(alone)]).toEqual([true, false])
    const features = without('test-case-variables')
    expect([opens(withVariables, { features }), opens(alone, { features })]).toEqual([false, true])
    expect(matchPage(alone)?.page.fallback).toBe(patternOf(withVariables))
    expect(matchPage(withVariables)?.page.fallback).toBe(patternOf(alone))
  })
  test('[ROUTES-16] [TNAV-02] the project has a home', () => expect(patternOf(P)).toBe('/projects/:projectKey'))
})

describe('automation in a project', () => {
  test.each(['', '/7', '/7/tests/9'])(
    '[NAV-02] [NAV-08] [NAV-17] automation-launches%s needs the test automation feature: the pages of a launch and a test are gated with their list',
    (rest) => expect(faults(`${P}/automation-launches${rest}`, ['test-automation'])).toEqual([]),
  )
  test.each(['/getting-started', '/getting-started/nightwatch'])(
    '[NAV-03] [NAV-04] [NAV-05] automation-launches%s needs the same, because one switch controls test automation and its management',
    (rest) => expect(faults(`${P}/automation-launches${rest}`, ['test-automation'])).toEqual([]),
  )
  test('[NAV-01] [ROUTES-34] every reporting page is under its project', () => {
    const reporting = PAGES.filter(({ pattern }) => /automation|reports/.test(pattern))
    expect(reporting.length).toBeGreaterThan(0)
    expect(reporting.filter(({ pattern }) => !pattern.startsWith('/projects/:projectKey/'))).toEqual([])
  })
  test('[NAV-06] [NAV-09] a launch and a test have their addresses', () => {
    expect(patternOf(`${P}/automation-launches/7`)).toBe('/projects/:projectKey/automation-launches/:launchId')
    expect(matchPage(`${P}/automation-launches/7/tests/9`)?.params).toEqual({
      projectKey: 'SHOP',
      launchId: '7',
      testId: '9',
    })
  })
  test('[NAV-07] getting-started is no launch', () => {
    expect(patternOf(`${P}/automation-launches/getting-started`)).toBe(
      '/projects/:projectKey/automation-launches/getting-started',
    )
    expect(patternOf(`${P}/automation-launches/7`)).toBe('/projects/:projectKey/automation-launches/:launchId')
  })
})

describe('reports in a project', () => {
  const reports = ['execution-summary-report', 'execution-duration-report'] as const
  test('[NAV-11] [NAV-17] reports by either feature', () => {
    for (const feature of reports) expect(opens(`${P}/reports`, { features: [feature] })).toBe(true)
    expect(opens(`${P}/reports`, { features: without(...reports) })).toBe(false)
  })
  test('[NAV-12] the summary by its own', () =>
    expect(faults(`${P}/reports/test-execution-summary`, [reports[0]])).toEqual([]))
  test('[NAV-13] the duration analysis by its own', () =>
    expect(faults(`${P}/reports/test-execution-duration-analysis`, [reports[1]])).toEqual([]))
})

describe('addresses in other spellings', () => {
  test('ignore a trailing slash and decode keys', () => {
    expect(patternOf('/projects/')).toBe('/projects')
    expect(matchPage('/projects/A%2FB/automation-launches')?.params['projectKey']).toBe('A/B')
    expect(matchPage('/projects/%E0%A4%A/automation-launches')?.params['projectKey']).toBe('%E0%A4%A')
  })
})

test('[PRODUCT-01] every area of the product has its page', () => {
  const areas = [
    'Overview',
    'Test cases',
    'Test runs',
    'Test plans',
    'Exploratory',
    'Shared steps',
    'Launches',
    'Launchers',
    'Reports',
  ]
  const led = PAGES.flatMap(({ navigation, pattern }) => (navigation === undefined ? [] : [{ ...navigation, pattern }]))
  expect(
    led
      .map(({ label }) => label)
      .filter((label) => areas.includes(label))
      .sort(),
  ).toEqual(areas.toSorted())
  expect(['/settings/billing/plan', '/settings/integrations'].map((path) => patternOf(path))).not.toContain(undefined)
})
