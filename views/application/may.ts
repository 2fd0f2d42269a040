import { roleMay, type Feature, type Permission, type ProjectAction, type Role } from '../../contract/access.ts'
import type { OpenSession } from '../../contract/session/session.ts'

/** The reader's permissions. The server enforces them; this only hides what it would reject. */
export interface May {
  /** Whether the reader's role allows the action in the project of the address. */
  inProject(action: ProjectAction): boolean
  /** Whether the reader holds a permission of the workspace; a read-only user holds none. */
  has(permission: Permission): boolean
  isOn(feature: Feature): boolean
  isReadOnly: boolean
}

/** `role`: the reader's role in the project of the address, null outside projects. */
export const mayOf = ({ user, workspace }: Pick<OpenSession, 'user' | 'workspace'>, role: Role | null): May => ({
  inProject: (action) => role !== null && roleMay(role, action),
  has: (permission) => !user.readOnly && user.permissions.includes(permission),
  isOn: (feature) => workspace.features.includes(feature),
  isReadOnly: user.readOnly,
})
