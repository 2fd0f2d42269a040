import type { Permission } from '../../../contract/access.ts'

const SEE_USERS: readonly Permission[] = ['iam:users:read', 'iam:users:update']
const CHANGE_USERS: readonly Permission[] = ['iam:users:update']
const CONFIGURE_SSO: readonly Permission[] = ['iam:sso-saml:configure']
const INTEGRATE: readonly Permission[] = ['INTEGRATIONS_WRITE']
const GROUP_USERS: readonly Permission[] = ['iam:groups:update', 'iam:groups:delete']

/** Which permissions of the workspace open which call; written out by hand as well. */
export const HOLDERS: Record<string, readonly Permission[]> = {
  switchFeature: ['billing:manage'],
  updateSeats: ['billing:manage'],
  getUsage: ['billing:manage'],
  getEngineUtilization: ['billing:manage'],
  listPlanChanges: ['billing:manage'],
  updateBillingContact: ['billing:manage'],
  setWorkspaceLogo: ['billing:manage'],
  removeWorkspaceLogo: ['billing:manage'],
  getSignInPolicy: CONFIGURE_SSO,
  updateSignInPolicy: CONFIGURE_SSO,
  createProject: ['projects:create'],
  listWorkers: INTEGRATE,
  listWorkerTokens: INTEGRATE,
  // Beyond that only for super admins.
  createWorkerToken: INTEGRATE,
  deleteWorkerToken: INTEGRATE,
  listLaunchLimits: INTEGRATE,
  updateLaunchLimit: INTEGRATE,

  listUsers: SEE_USERS,
  getUser: SEE_USERS,
  getSeats: [...SEE_USERS, 'billing:manage'],
  createUser: CHANGE_USERS,
  updateUser: CHANGE_USERS,
  checkReadOnly: CHANGE_USERS,
  changeUserPassword: CHANGE_USERS,
  resetSecondFactor: CHANGE_USERS,
  checkUserExists: CHANGE_USERS,
  inviteUsers: CHANGE_USERS,
  resendInvitation: CHANGE_USERS,

  listPermissions: ['iam:groups:read'],
  listGroups: ['iam:groups:read', ...GROUP_USERS, ...SEE_USERS],
  createGroup: ['iam:groups:update'],
  updateGroup: ['iam:groups:update'],
  deleteGroup: ['iam:groups:delete'],
  addGroupUser: GROUP_USERS,
  removeGroupUser: GROUP_USERS,

  listAuditEntries: ['audit:read'],
  verifyAuditLog: ['audit:read'],

  listIdentityProviders: CONFIGURE_SSO,
  createIdentityProvider: CONFIGURE_SSO,
  updateIdentityProvider: CONFIGURE_SSO,
  deleteIdentityProvider: CONFIGURE_SSO,
  testIdentityProvider: CONFIGURE_SSO,
  listScimTokens: CONFIGURE_SSO,
  createScimToken: CONFIGURE_SSO,
  deleteScimToken: CONFIGURE_SSO,
  createOpenIdProvider: CONFIGURE_SSO,
  updateOpenIdProvider: CONFIGURE_SSO,
  setProviderLogo: CONFIGURE_SSO,
  removeProviderLogo: CONFIGURE_SSO,
  readSignInTest: CONFIGURE_SSO,

  listIntegrations: INTEGRATE,
  getIntegration: INTEGRATE,
  saveIntegration: INTEGRATE,
  removeIntegration: INTEGRATE,
  checkIntegration: INTEGRATE,
}
