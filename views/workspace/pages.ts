import { ANYONE, SIGNED_IN, type Gate } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

const sso: Gate = { who: 'signed-in', features: ['saml-sso'], anyPermission: ['CONFIGURATION_SSO_SAML'] }
const billing: Gate = { who: 'signed-in', anyPermission: ['BILLING'] }

export const workspacePages: PageDefinition[] = [
  {
    pattern: paths.secondFactor,
    gate: ANYONE,
    load: () => import('./owed-second-factor/owed-second-factor-page.tsx').then((m) => m.OwedSecondFactorPage),
  },
  {
    pattern: paths.profile,
    gate: SIGNED_IN,
    title: 'Profile',
    load: () => import('./profile/profile.tsx').then((m) => m.Profile),
  },
  { pattern: paths.publicUnknown, gate: ANYONE, redirectTo: paths.notFound },
  { pattern: paths.publicWithoutKey, gate: ANYONE, redirectTo: paths.notFound },
  {
    pattern: paths.workspaceSettings,
    title: 'Settings',
    navigation: { id: 'settings', label: 'Settings', group: 'end' },
    settings: { label: 'Overview' },
    load: () => import('./overview/overview-page.tsx').then((m) => m.OverviewPage),
    gate: {
      who: 'signed-in',
      anyPermission: [
        'CONFIGURATION_SSO_SAML',
        'IAM_USERS_UPDATE',
        'IAM_USERS_READ',
        'IAM_GROUPS_READ',
        'IAM_GROUPS_UPDATE',
        'IAM_GROUPS_DELETE',
        'BILLING',
        'audit:read',
      ],
    },
  },
  {
    pattern: paths.users,
    gate: { who: 'signed-in', anyPermission: ['IAM_USERS_UPDATE', 'IAM_USERS_READ'] },
    title: 'Users',
    parent: paths.workspaceSettings,
    settings: {
      label: 'Users',
      card: { group: 'People and access', about: 'Who is in the workspace, invitations and seats' },
    },
    load: () => import('./users/users-page.tsx').then((m) => m.UsersPage),
  },
  {
    pattern: paths.serviceAccounts,
    gate: { who: 'signed-in', anyPermission: ['IAM_USERS_UPDATE', 'IAM_USERS_READ'] },
    title: 'Service accounts',
    parent: paths.workspaceSettings,
    settings: {
      label: 'Service accounts',
      card: { group: 'People and access', about: 'Accounts of pipelines and scripts, and their access tokens' },
    },
    load: () => import('./service-accounts/service-accounts-page.tsx').then((m) => m.ServiceAccountsPage),
  },
  {
    pattern: paths.serviceAccount,
    gate: { who: 'signed-in', anyPermission: ['IAM_USERS_UPDATE', 'IAM_USERS_READ'] },
    title: 'Service account',
    parent: paths.serviceAccounts,
    load: () => import('./service-accounts/service-account-page.tsx').then((m) => m.ServiceAccountPage),
  },
  {
    pattern: paths.userGroups,
    gate: { who: 'signed-in', anyPermission: ['IAM_GROUPS_READ', 'IAM_GROUPS_UPDATE'] },
    title: 'User groups',
    parent: paths.workspaceSettings,
    settings: {
      label: 'User groups',
      card: { group: 'People and access', about: 'What people may do in the workspace and in every project' },
    },
    load: () => import('./user-groups/user-groups-page.tsx').then((m) => m.UserGroupsPage),
  },
  {
    pattern: paths.identityProviders,
    gate: sso,
    title: 'Single sign-on',
    parent: paths.workspaceSettings,
    settings: {
      label: 'Single sign-on',
      card: { group: 'People and access', about: 'Identity providers that people sign in with' },
    },
    load: () => import('./single-sign-on/providers-page.tsx').then((m) => m.ProvidersPage),
  },
  {
    pattern: paths.newIdentityProvider,
    gate: sso,
    title: 'New provider',
    parent: paths.identityProviders,
    load: () => import('./single-sign-on/providers-page.tsx').then((m) => m.NewProviderPage),
  },
  {
    pattern: paths.identityProvider,
    gate: sso,
    title: 'Provider',
    parent: paths.identityProviders,
    load: () => import('./single-sign-on/providers-page.tsx').then((m) => m.ProviderPage),
  },
  {
    pattern: paths.signInRules,
    gate: { who: 'signed-in', anyPermission: ['CONFIGURATION_SSO_SAML'] },
    title: 'Sign-in rules',
    parent: paths.workspaceSettings,
    settings: {
      label: 'Sign-in rules',
      card: { group: 'People and access', about: 'Second factors and passwords of everybody' },
    },
    load: () => import('./sign-in-rules/sign-in-rules-page.tsx').then((m) => m.SignInRulesPage),
  },
  {
    pattern: paths.workers,
    gate: {
      who: 'signed-in',
      features: ['test-automation', 'launcher'],
      anyPermission: ['INTEGRATIONS_WRITE'],
    },
    title: 'Workers',
    parent: paths.workspaceSettings,
    settings: {
      label: 'Workers',
      card: { group: 'Workspace', about: 'Machines that run launches, and how many of each project at once' },
    },
    load: () => import('./workers/workers-page.tsx').then((m) => m.WorkersPage),
  },
  {
    pattern: paths.serverStatus,
    gate: { who: 'signed-in', anyPermission: ['INTEGRATIONS_WRITE'] },
    title: 'Server status',
    parent: paths.workspaceSettings,
    settings: {
      label: 'Server status',
      card: { group: 'Workspace', about: 'Latency, queues, database and disk, and why something is slow' },
    },
    load: () => import('./server-status/server-status-page.tsx').then((m) => m.ServerStatusPage),
  },
  {
    pattern: paths.auditLog,
    gate: { who: 'signed-in', anyPermission: ['audit:read'] },
    title: 'Audit log',
    parent: paths.workspaceSettings,
    settings: {
      label: 'Audit log',
      card: { group: 'Workspace', about: 'Who changed what in the workspace, when and from where' },
    },
    load: () => import('./audit-log/audit-log-page.tsx').then((m) => m.AuditLogPage),
  },
  { pattern: '/settings/billing', gate: billing, redirectTo: paths.plan },
  {
    pattern: paths.plan,
    gate: billing,
    title: 'Plan and features',
    parent: paths.workspaceSettings,
    settings: {
      label: 'Plan and features',
      card: { group: 'Workspace', about: 'Seats, and what the workspace uses of the product' },
    },
    load: () => import('./plan.tsx').then((m) => m.Plan),
  },
  {
    pattern: paths.paymentMethod,
    gate: billing,
    title: 'Payment method',
    parent: paths.workspaceSettings,
    settings: { label: 'Payment method' },
    load: () => import('./billing/payment-page.tsx').then((m) => m.PaymentPage),
  },
  {
    pattern: paths.billingHistory,
    gate: billing,
    title: 'Billing history',
    parent: paths.workspaceSettings,
    settings: { label: 'Billing history' },
    load: () => import('./billing/history-page.tsx').then((m) => m.HistoryPage),
  },
  {
    pattern: paths.engineUtilization,
    gate: { ...billing, features: ['launcher'] },
    title: 'Engine utilization',
    parent: paths.workspaceSettings,
    settings: { label: 'Engine utilization' },
    load: () => import('./billing/engine-utilization-page.tsx').then((m) => m.EngineUtilizationPage),
  },
]
