import { ANYONE, SIGNED_IN, type Gate } from '../shared/pages/gate.ts'
import type { PageDefinition } from '../shared/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

const sso: Gate = { who: 'signed-in', features: ['saml-sso'], anyPermission: ['iam:sso-saml:configure'] }
const billing: Gate = { who: 'signed-in', anyPermission: ['billing:manage'] }

export const workspacePages: PageDefinition[] = [
  {
    pattern: paths.profile,
    gate: SIGNED_IN,
    title: 'Profile',
    load: () => import('./profile/profile.tsx').then((m) => m.Profile),
  },
  { pattern: '/public/:resource/:publicAccessKey', gate: ANYONE },
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
  { pattern: '/settings/users', gate: { who: 'signed-in', anyPermission: ['iam:users:update', 'iam:users:read'] } },
  {
    pattern: '/settings/user-groups',
    gate: { who: 'signed-in', anyPermission: ['iam:groups:read', 'iam:groups:update'] },
  },
  { pattern: '/settings/billing', gate: billing, redirectTo: paths.plan },
  {
    pattern: paths.plan,
    gate: billing,
    title: 'Plan and features',
    navigation: { id: 'plan', label: 'Plan and features', group: 'end' },
    load: () => import('./plan.tsx').then((m) => m.Plan),
  },
  { pattern: '/settings/billing/payment-method', gate: billing },
  { pattern: '/settings/billing/billing-history', gate: billing },
  { pattern: '/settings/engine-utilization-dashboard', gate: { ...billing, features: ['launcher'] } },
]
