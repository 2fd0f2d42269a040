import type { Role } from '../../contract/access.ts'

export const ROLE_LABELS: Record<Role, string> = {
  ADMINISTRATOR: 'Administrator',
  MANAGER: 'Manager',
  ENGINEER: 'Engineer',
  GUEST: 'Guest',
}

export const roleOptions = (roles: readonly Role[]) => roles.map((role) => ({ value: role, label: ROLE_LABELS[role] }))
