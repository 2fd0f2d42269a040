import type { Permission } from '../../../contract/access.ts'

const SEE_USERS: readonly Permission[] = ['IAM_USERS_READ', 'IAM_USERS_UPDATE']
const CHANGE_USERS: readonly Permission[] = ['IAM_USERS_UPDATE']
const CONFIGURE_SSO: readonly Permission[] = ['CONFIGURATION_SSO_SAML']
const INTEGRATE: readonly Permission[] = ['INTEGRATIONS_WRITE']
const GROUP_USERS: readonly Permission[] = ['IAM_GROUPS_UPDATE', 'IAM_GROUPS_DELETE']

/** Workspace permissions that allow each call, listed by hand as well. */
export const HOLDERS: Record<string, readonly Permission[]> = {
  switchFeature: ['BILLING'],
  updateSeats: ['BILLING'],
  getUsage: ['BILLING'],
  getEngineUtilization: ['BILLING'],
  listPlanChanges: ['BILLING'],
  updateBillingContact: ['BILLING'],
  renameWorkspace: ['BILLING'],
  setWorkspaceLogo: ['BILLING'],
  removeWorkspaceLogo: ['BILLING'],
  getSignInPolicy: CONFIGURE_SSO,
  updateSignInPolicy: CONFIGURE_SSO,
  createProject: ['projects:create'],
  createDemoProject: ['projects:create'],
  importProject: ['projects:create'],
  listWorkers: INTEGRATE,
  getServerStatus: INTEGRATE,
  listWorkerTokens: INTEGRATE,
  // The others are for super admins only.
  createWorkerToken: INTEGRATE,
  deleteWorkerToken: INTEGRATE,
  listLaunchLimits: INTEGRATE,
  updateLaunchLimit: INTEGRATE,

  listUsers: SEE_USERS,
  listServiceAccounts: SEE_USERS,
  getServiceAccount: SEE_USERS,
  createServiceAccount: CHANGE_USERS,
  updateServiceAccount: CHANGE_USERS,
  deleteServiceAccount: CHANGE_USERS,
  listServiceAccountTokens: SEE_USERS,
  createServiceAccountToken: CHANGE_USERS,
  deleteServiceAccountToken: CHANGE_USERS,
  getUser: SEE_USERS,
  getSeats: [...SEE_USERS, 'BILLING'],
  createUser: CHANGE_USERS,
  updateUser: CHANGE_USERS,
  checkReadOnly: CHANGE_USERS,
  changeUserPassword: CHANGE_USERS,
  resetSecondFactor: CHANGE_USERS,
  checkUserExists: CHANGE_USERS,
  inviteUsers: CHANGE_USERS,
  resendInvitation: CHANGE_USERS,

  listPermissions: ['IAM_GROUPS_READ'],
  listGroups: ['IAM_GROUPS_READ', ...GROUP_USERS, ...SEE_USERS],
  createGroup: ['IAM_GROUPS_UPDATE'],
  updateGroup: ['IAM_GROUPS_UPDATE'],
  deleteGroup: ['IAM_GROUPS_DELETE'],
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
