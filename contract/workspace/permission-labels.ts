import type { GroupPermission } from '../access.ts'

/** Rows of the matrix of groups and permissions, in display order. */
export const PERMISSION_SECTIONS: readonly {
  section: string
  permissions: readonly { id: GroupPermission; label: string }[]
}[] = [
  {
    section: 'In every project',
    permissions: [
      { id: 'ADMINISTRATOR', label: 'Administrator' },
      { id: 'MANAGER', label: 'Manager' },
      { id: 'ENGINEER', label: 'Engineer' },
    ],
  },
  {
    section: 'Workspace',
    permissions: [
      { id: 'INTEGRATIONS_WRITE', label: 'Change integrations' },
      { id: 'CONFIGURATION_SSO_SAML', label: 'Set up single sign-on' },
      { id: 'IAM_USERS_READ', label: 'See users' },
      { id: 'IAM_USERS_UPDATE', label: 'Add and change users' },
      { id: 'IAM_GROUPS_READ', label: 'See groups' },
      { id: 'IAM_GROUPS_UPDATE', label: 'Change groups' },
      { id: 'IAM_GROUPS_DELETE', label: 'Delete groups' },
      { id: 'BILLING', label: 'Billing and plan' },
      { id: 'audit:read', label: 'See the audit log' },
      { id: 'projects:create', label: 'Create projects' },
      { id: 'projects:update', label: 'Manage members of every project' },
      { id: 'projects:delete', label: 'Delete any project' },
    ],
  },
  {
    section: 'Launches and milestones',
    permissions: [
      { id: 'reporting-test-runs-rerun', label: 'Rerun launches' },
      { id: 'reporting-stacktrace-labels-assign', label: 'Assign failure tags' },
      { id: 'reporting-issues-modify', label: 'Link failures to issues' },
      { id: 'reporting-milestones-access-private', label: 'Manage milestones of every project' },
      { id: 'reporting-filters-create-public', label: 'Share or unshare saved filters of others' },
      { id: 'reporting-filters-delete-any', label: 'Delete saved filters of others' },
    ],
  },
]
