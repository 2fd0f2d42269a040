import { z } from 'zod/mini'

/** Project roles, most powerful first (PRODUCT-03). */
export const ROLES = ['ADMINISTRATOR', 'MANAGER', 'ENGINEER', 'GUEST'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

/** Roles that may perform each action in a project. The server enforces this table, and the screens follow it. */
export const PROJECT_ACTIONS = {
  'project:read': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER', 'GUEST'],
  'project:delete': ['ADMINISTRATOR'],
  /** Downloading everything in the project as one archive. */
  'project:export': ['ADMINISTRATOR'],
  'launches:read': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER', 'GUEST'],
  /** Reporting results to the project with an access token. */
  'launches:report': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER'],
  /** Project-level write access: checkboxes, bulk actions, mark-as, links of issues (PERM-07). */
  'launches:write': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER'],
  /** Management of launches: review, abort, delete (PERM-05). */
  'launches:manage': ['ADMINISTRATOR', 'MANAGER'],
  /** Changing repositories, launchers and presets, and starting launches with them (LNAV-11, LNAV-23). */
  'launchers:write': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER'],
  /** Reading the settings that cases, runs, launches and sessions of the project refer to. Every screen needs them. */
  'settings:read': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER', 'GUEST'],
  'settings:write': ['ADMINISTRATOR', 'MANAGER'],
  /** Revealing secret values of variables (ENVS-12 to 16). */
  'secrets:reveal': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER'],
  'members:read': ['ADMINISTRATOR', 'MANAGER'],
  'members:write': ['ADMINISTRATOR', 'MANAGER'],
  /** Suites, cases, shared steps. */
  'cases:read': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER', 'GUEST'],
  'cases:write': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER'],
  /** Exploratory sessions with their observations (ESNV-09, OBS-19 to 22). */
  'exploratory:read': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER', 'GUEST'],
  'exploratory:write': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER'],
  /** Test runs and plans with their results (RUNS, PLANS). Which plans an engineer may change depends on their author (ROLE-05). */
  'runs:read': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER', 'GUEST'],
  'runs:write': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER'],
  /** Changing other users' plans. */
  'plans:manage': ['ADMINISTRATOR', 'MANAGER'],
  /** Creating and revoking public links. The caller also needs permission to change the shared launch or session. */
  'public-links:write': ['ADMINISTRATOR', 'MANAGER', 'ENGINEER'],
  'change-log:read': ['ADMINISTRATOR', 'MANAGER'],
  'milestones:read': ['ADMINISTRATOR', 'MANAGER'],
  'milestones:write': ['ADMINISTRATOR', 'MANAGER'],
} as const satisfies Record<string, readonly Role[]>
export type ProjectAction = keyof typeof PROJECT_ACTIONS

export const roleMay = (role: Role, action: ProjectAction): boolean =>
  (PROJECT_ACTIONS[action] as readonly Role[]).includes(role)

/** Workspace permissions (PRODUCT-05, PERM-01 to 04). Super admins hold them all. */
export const PERMISSIONS = [
  'IAM_USERS_READ',
  'IAM_USERS_UPDATE',
  'IAM_GROUPS_READ',
  'IAM_GROUPS_UPDATE',
  'IAM_GROUPS_DELETE',
  'CONFIGURATION_SSO_SAML',
  'BILLING',
  'projects:create',
  'projects:update',
  'projects:delete',
  'INTEGRATIONS_WRITE',
  'audit:read',
  'reporting-test-runs-rerun',
  'reporting-stacktrace-labels-assign',
  'reporting-issues-modify',
  'reporting-milestones-access-private',
  'reporting-filters-create-public',
  'reporting-filters-delete-any',
] as const
export const Permission = z.enum(PERMISSIONS)
export type Permission = z.infer<typeof Permission>

/** Roles that a group can give its members in every project. */
export const GROUP_ROLES = ['ADMINISTRATOR', 'MANAGER', 'ENGINEER'] as const satisfies readonly Role[]
export type GroupRole = (typeof GROUP_ROLES)[number]

/** Permissions and roles that a group can grant its members (GRPS-15). */
export const GROUP_PERMISSIONS = [...GROUP_ROLES, ...PERMISSIONS] as const
export const GroupPermission = z.enum(GROUP_PERMISSIONS)
export type GroupPermission = z.infer<typeof GroupPermission>

/** Permissions of super admins. ADMINISTRATOR includes the other roles. */
export const ALL_GROUP_PERMISSIONS: readonly GroupPermission[] = ['ADMINISTRATOR', ...PERMISSIONS]

/** Permissions of the default group for new users in a new workspace. */
export const DEFAULT_PERMISSIONS: readonly Permission[] = [
  'projects:create',
  'reporting-test-runs-rerun',
  'reporting-stacktrace-labels-assign',
  'reporting-issues-modify',
]

/** Edition features, which a workspace can switch on and off (PRODUCT-06, PRODUCT-07, FEAT-01). */
export const FEATURES = [
  'test-automation',
  'test-case-management',
  'launcher',
  'plans',
  'trash-bin',
  'test-repository-import',
  'test-case-history',
  'ai-assistant',
  'defects-linking',
  'requirements-mapping',
  'custom-result-statuses',
  'test-case-variables',
  'custom-test-case-layout',
  'saml-sso',
  'execution-summary-report',
  'execution-duration-report',
] as const
export const Feature = z.enum(FEATURES)
export type Feature = z.infer<typeof Feature>
