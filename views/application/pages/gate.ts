import { ROLES, type Feature, type Permission, type Role } from '../../../contract/access.ts'
import type { OpenSession } from '../../../contract/session/session.ts'

/** Conditions for opening a page. All given parts must hold. */
export interface Gate {
  /** `anyone`: with or without a session. */
  who: 'anyone' | 'signed-in'
  /** All of these features must be on. */
  features?: readonly Feature[]
  /** All of these features must be off: another page replaces this one. */
  withoutFeatures?: readonly Feature[]
  /** At least one of these features must be on. */
  anyFeature?: readonly Feature[]
  /** At least one of these permissions is required; or one of `roles`, where both are given. */
  anyPermission?: readonly Permission[]
  /** Roles in the page's project; outside projects, in any project. */
  roles?: readonly Role[]
}

export const ANYONE: Gate = { who: 'anyone' }
export const SIGNED_IN: Gate = { who: 'signed-in' }
/** Roles that may edit test artefacts. */
export const WRITERS: readonly Role[] = ['ADMINISTRATOR', 'MANAGER', 'ENGINEER']
export const ANY_ROLE: readonly Role[] = ROLES

export const signedInWith = (...features: Feature[]): Gate => ({ who: 'signed-in', features })
/** Roles that may manage the project. */
export const managed = (...features: Feature[]): Gate => ({
  who: 'signed-in',
  features,
  roles: ['ADMINISTRATOR', 'MANAGER'],
})

/**
 * Returns whether a signed-in user passes a gate. `role` is their role in the page's project, null for none; without one, only a
 * permission can admit them.
 */
export const passes = (
  gate: Gate,
  { user, workspace }: Pick<OpenSession, 'user' | 'workspace'>,
  role: Role | null,
  isAdmitted = true,
): boolean => {
  const isOn = (feature: Feature) => workspace.features.includes(feature)
  if (gate.features && !gate.features.every(isOn)) return false
  if (gate.withoutFeatures?.some(isOn)) return false
  if (gate.anyFeature && !gate.anyFeature.some(isOn)) return false
  const holds = gate.anyPermission?.some((permission) => user.permissions.includes(permission)) ?? false
  if (!isAdmitted) return holds
  if (!gate.anyPermission && !gate.roles) return true
  const roles: readonly Role[] = role === null ? user.roles : [role]
  return holds || (gate.roles?.some((one) => roles.includes(one)) ?? false)
}
