import type { AuditArea } from '../../../contract/workspace/audit-log.ts'

export const AREA_LABELS: Record<AuditArea, string> = {
  users: 'Users',
  groups: 'Groups',
  serviceAccounts: 'Service accounts',
  tokens: 'Access tokens',
  projects: 'Projects and members',
  links: 'Public links',
  workspace: 'Workspace',
  singleSignOn: 'Single sign-on',
  integrations: 'Integrations',
}

/** The action, followed by its subject. */
const ACTIONS: Record<string, string> = {
  'person/created': 'created user',
  'person/invited': 'invited',
  'person/invited-again': 'sent a new invitation to',
  'person/joined': 'accepted the invitation as',
  'person/changed': 'changed user',
  'person/password-changed': 'changed the password of',
  'second-factor/turned-on': 'turned on two-step verification of',
  'second-factor/turned-off': 'turned off two-step verification of',
  'second-factor/recovery-codes-renewed': 'made new recovery codes of',
  'second-factor/reset': 'reset the second factor of',
  'passkey/added': 'added a passkey for',
  'passkey/renamed': 'renamed a passkey of',
  'passkey/removed': 'removed a passkey of',
  'group/created': 'created group',
  'group/changed': 'changed group',
  'group/deleted': 'deleted group',
  'group/user-added': 'added to group',
  'group/user-removed': 'removed from group',
  'service-account/created': 'created service account',
  'service-account/changed': 'changed service account',
  'service-account/deleted': 'deleted service account',
  'access-token/created': 'created an access token for',
  'access-token/deleted': 'deleted an access token of',
  'project/created': 'created project',
  'project/exported': 'exported project',
  'project/imported': 'imported project',
  'project/deleted': 'deleted project',
  'settings/members': 'changed members of a project',
  'public-link/created': 'shared by a public link:',
  'public-link/revoked': 'revoked a public link to',
  'workspace/created': 'created the workspace',
  'workspace/features': 'switched a feature:',
  'workspace/seats': 'changed the seats',
  'workspace/sign-in-policy': 'changed the sign-in rules',
  'workspace/renamed': 'renamed the workspace',
  'workspace/logo': 'changed the logo of the workspace',
  'workspace/billing-contact': 'changed the billing contact',
  'worker-token/created': 'created worker token',
  'worker-token/deleted': 'revoked worker token',
  'launch-limit/changed': 'changed how many launches run at once:',
  'identity-provider/created': 'added identity provider',
  'identity-provider/changed': 'changed identity provider',
  'identity-provider/deleted': 'deleted identity provider',
  'scim-token/created': 'created SCIM token',
  'scim-token/deleted': 'revoked SCIM token',
  'integration/created': 'set up integration',
  'integration/changed': 'changed integration',
  'integration/removed': 'removed integration',
  'integration/revealed': 'looked at the credentials of',
}

export const actionLabel = (type: string): string => ACTIONS[type] ?? type

const FIELDS: Record<string, string> = {
  firstName: 'first name',
  lastName: 'last name',
  hasReadOnlyAccess: 'read-only',
  photoUrl: 'photo',
  groupId: 'group',
  invitable: 'offered when inviting',
  paidSeats: 'seats',
  readOnlySeats: 'read-only seats',
  publiclyAccessible: 'public',
  url: 'address',
  hubUrl: 'hub address',
  apiUrl: 'API address',
  secondFactorRequired: 'second factor required',
  secondFactorExemptsSso: 'single sign-on exempt',
  passwordLeast: 'shortest password',
  refusesCommonPasswords: 'common passwords refused',
  clientId: 'client ID',
  clientSecret: 'client secret',
  accessKey: 'access key',
}

export const fieldLabel = (field: string): string => FIELDS[field] ?? field

/** Formats a value in one line. */
export const formatValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(formatValue).join(', ')
  return JSON.stringify(value)
}
