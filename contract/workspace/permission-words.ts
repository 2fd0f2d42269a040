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
      { id: 'iam:sso-saml:configure', label: 'Set up single sign-on' },
      { id: 'iam:users:read', label: 'See users' },
      { id: 'iam:users:update', label: 'Add and change users' },
      { id: 'iam:groups:read', label: 'See groups' },
      { id: 'iam:groups:update', label: 'Change groups' },
      { id: 'iam:groups:delete', label: 'Delete groups' },
      { id: 'billing:manage', label: 'Billing and plan' },
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
