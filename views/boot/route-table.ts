import { ROLES, type Feature, type Permission, type Role } from '../../contract/access.ts'
import type { OpenSession } from '../../contract/session/session.ts'

/** Who may open an address. All parts that are there have to hold. */
export interface Gate {
  /** `anyone`: with or without a session. */
  who: 'anyone' | 'signed-in'
  /** Each of these has to be on. */
  features?: readonly Feature[]
  /** Each of these has to be off: with it, another address is in force. */
  withoutFeatures?: readonly Feature[]
  /** One of these has to be on. */
  anyFeature?: readonly Feature[]
  /** One of these has to be held; or one of `roles`, where both are given. */
  anyPermission?: readonly Permission[]
  /** In the project of the address; outside projects, in any project. */
  roles?: readonly Role[]
}

export interface RouteEntry {
  pattern: string
  gate: Gate
  /** A redirect instead of a page. */
  to?: string
  /** Where those go whom the gate keeps out, instead of being told that nothing is here: a pattern with the same `:names`. */
  instead?: string
}

const WRITERS: readonly Role[] = ['ADMINISTRATOR', 'MANAGER', 'ENGINEER']
const signedIn: Gate = { who: 'signed-in' }
const cases: Gate = { who: 'signed-in', features: ['test-case-management'] }
const automation: Gate = { who: 'signed-in', features: ['test-automation'] }
const launcher: Gate = {
  who: 'signed-in',
  features: ['test-automation', 'launcher'],
  roles: WRITERS,
}
const sso: Gate = { who: 'signed-in', features: ['saml-sso'], anyPermission: ['iam:sso-saml:configure'] }
const billing: Gate = { who: 'signed-in', anyPermission: ['billing:manage'] }
const integrations: Gate = {
  who: 'signed-in',
  anyFeature: ['test-automation', 'defects-linking', 'requirements-mapping'],
  anyPermission: ['INTEGRATIONS_WRITE'],
  roles: ['ADMINISTRATOR', 'MANAGER'],
}
/** Settings that only those who run the project see. */
const managed = (...features: Feature[]): Gate => ({
  who: 'signed-in',
  features,
  roles: ['ADMINISTRATOR', 'MANAGER'],
})
const inProject = (rest: string, gate: Gate = signedIn): RouteEntry => ({
  pattern: `/projects/:projectKey${rest}`,
  gate,
})

/**
 * Every address of the product with its gate. The first that matches counts, so that fixed words stand before ids (ROUTES-20,
 * NAV-07). An entry whose page does not exist yet answers 404 like an address that nobody knows.
 */
export const ROUTE_TABLE: readonly RouteEntry[] = [
  { pattern: '/', gate: signedIn },
  ...['/signin', '/signup', '/sso', '/password/forgot', '/password/reset', '/404', '/500'].map(
    (pattern): RouteEntry => ({ pattern, gate: { who: 'anyone' } }),
  ),
  { pattern: '/public/:resource/:publicAccessKey', gate: { who: 'anyone' } },
  { pattern: '/projects', gate: signedIn },
  { pattern: '/profile', gate: signedIn },
  {
    pattern: '/settings',
    gate: {
      who: 'signed-in',
      anyPermission: [
        'iam:sso-saml:configure',
        'iam:users:update',
        'iam:users:read',
        'iam:groups:read',
        'iam:groups:update',
        'iam:groups:delete',
        'billing:manage',
      ],
    },
  },
  { pattern: '/settings/sso', gate: sso },
  { pattern: '/settings/sso/new', gate: sso },
  { pattern: '/settings/sso/:id', gate: sso },
  { pattern: '/settings/integrations', gate: integrations },
  { pattern: '/settings/integrations/:integration', gate: integrations },
  { pattern: '/settings/users', gate: { who: 'signed-in', anyPermission: ['iam:users:update', 'iam:users:read'] } },
  {
    pattern: '/settings/user-groups',
    gate: { who: 'signed-in', anyPermission: ['iam:groups:read', 'iam:groups:update'] },
  },
  { pattern: '/settings/billing', gate: billing, to: '/settings/billing/plan' },
  { pattern: '/settings/billing/plan', gate: billing },
  { pattern: '/settings/billing/payment-method', gate: billing },
  { pattern: '/settings/billing/billing-history', gate: billing },
  { pattern: '/settings/engine-utilization-dashboard', gate: { ...billing, features: ['launcher'] } },

  inProject(''),
  inProject('/test-cases/trash-bin', {
    who: 'signed-in',
    features: ['test-case-management', 'trash-bin'],
    roles: WRITERS,
  }),
  inProject('/test-cases/export', cases),
  inProject('/test-cases/model', cases),
  inProject('/test-cases', cases),
  inProject('/test-cases/:caseId', cases),
  inProject('/shared-steps', cases),
  inProject('/test-runs', cases),
  inProject('/test-runs/create', cases),
  inProject('/test-runs/:runId', cases),
  inProject('/test-runs/:runId/edit', cases),
  ...['', '/create', '/:testPlanId', '/:testPlanId/edit'].map((rest) =>
    inProject(`/test-plans${rest}`, { who: 'signed-in', features: ['test-case-management', 'plans'] }),
  ),
  ...['/create', '/:exploratorySessionId/edit'].map((rest) => ({
    ...inProject(`/exploratory-sessions${rest}`, { ...cases, roles: WRITERS }),
    instead: '/projects/:projectKey/exploratory-sessions',
  })),
  ...['', '/compare', '/:exploratorySessionId', '/:exploratorySessionId/report'].map((rest) =>
    inProject(`/exploratory-sessions${rest}`, cases),
  ),
  inProject('/automation-launches', automation),
  inProject('/automation-launches/getting-started', automation),
  inProject('/automation-launches/getting-started/:framework', automation),
  inProject('/automation-launches/:launchId', automation),
  inProject('/automation-launches/:launchId/tests/:testId', automation),
  inProject('/automation-launchers', launcher),
  inProject('/automation-launchers/add-repo', launcher),
  inProject('/automation-launchers/:repoId', launcher),
  inProject('/automation-launchers/:repoId/new-launcher', launcher),
  inProject('/automation-launchers/:repoId/:launcherId', launcher),
  inProject('/automation-launchers/:repoId/:launcherId/:presetId', launcher),
  inProject('/reports', { who: 'signed-in', anyFeature: ['execution-summary-report', 'execution-duration-report'] }),
  inProject('/reports/test-execution-summary', { who: 'signed-in', features: ['execution-summary-report'] }),
  inProject('/reports/test-execution-duration-analysis', { who: 'signed-in', features: ['execution-duration-report'] }),
  // Whoever runs the members comes by here.
  inProject('/settings', { who: 'signed-in', roles: ROLES, anyPermission: ['projects:update'] }),
  inProject('/settings/change-log', managed()),
  inProject('/test-case-fields', managed('test-case-management')),
  inProject('/test-case-fields/priorities', managed('test-case-management')),
  inProject('/test-case-fields/automation-states', managed('test-case-management')),
  inProject('/test-case-execution-results', managed('test-case-management', 'custom-result-statuses')),
  inProject('/observation-types', managed()),
  inProject('/testing-configurations'),
  // Of the two one is in force, and the other leads there (ENVS-01 to 03).
  {
    ...inProject('/environments-variables', { who: 'signed-in', features: ['test-case-variables'] }),
    instead: '/projects/:projectKey/environments',
  },
  {
    ...inProject('/environments', { who: 'signed-in', withoutFeatures: ['test-case-variables'] }),
    instead: '/projects/:projectKey/environments-variables',
  },
  inProject('/requirement-systems', managed('requirements-mapping')),
  inProject('/members', { ...managed(), anyPermission: ['projects:update'] }),
  inProject('/milestones', { ...managed(), anyPermission: ['reporting-milestones-access-private'] }),
]

export interface Match {
  entry: RouteEntry
  params: Record<string, string>
}

const partsOf = (path: string): string[] => path.replace(/(?<!\/)\/+$/, '').split('/')

// Each once, when it is first looked at: navigation asks of a dozen addresses with each drawing, and a visit begins with one.
const wantedParts = new Map<RouteEntry, readonly string[]>()
const wantedOf = (entry: RouteEntry): readonly string[] => {
  const known = wantedParts.get(entry) ?? partsOf(entry.pattern)
  wantedParts.set(entry, known)
  return known
}

/** The table's entry for a path, with what its `:names` stand for. */
export const matchRoute = (path: string): Match | null => {
  const parts = partsOf(path)
  for (const entry of ROUTE_TABLE) {
    const wanted = wantedOf(entry)
    if (wanted.length !== parts.length) continue
    const params: Record<string, string> = {}
    const matches = wanted.every((part, i) => {
      const given = parts[i] ?? ''
      if (!part.startsWith(':')) return part === given
      params[part.slice(1)] = decode(given)
      return given !== ''
    })
    if (matches) return { entry, params }
  }
  return null
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Whether a signed-in person passes a gate. `role` is theirs in the address's project; null when it has none. Whoever is not admitted
 * to the project passes by a permission alone.
 */
export const passes = (
  gate: Gate,
  { person, workspace }: Pick<OpenSession, 'person' | 'workspace'>,
  role: Role | null,
  isAdmitted = true,
): boolean => {
  const isOn = (feature: Feature) => workspace.features.includes(feature)
  if (gate.features && !gate.features.every(isOn)) return false
  if (gate.withoutFeatures?.some(isOn)) return false
  if (gate.anyFeature && !gate.anyFeature.some(isOn)) return false
  const holds =
    gate.anyPermission?.some((permission) => person.owner || person.permissions.includes(permission)) ?? false
  if (!isAdmitted) return holds
  if (!gate.anyPermission && !gate.roles) return true
  const roles: readonly Role[] = role === null ? person.roles : [role]
  return holds || (gate.roles?.some((one) => roles.includes(one)) ?? false)
}
