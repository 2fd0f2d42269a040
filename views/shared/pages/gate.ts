import { ROLES, type Feature, type Permission, type Role } from '../../../contract/access.ts'
import type { OpenSession } from '../../../contract/session/session.ts'

/** Who may open an address. All parts that are there have to hold. */
export interface Gate {
  /** `anyone`: with or without a session. */
  who: 'anyone' | 'signed-in'
  /** Each of these has to be on. */
  features?: readonly Feature[]
  /** Each of these has to be off: with it, another address is in force. */
  withoutFeatures?: readonly Feature[]
  /** One of these has to be on. */
  anyFeature?: readonly Feature[]
  /** One of these has to be held; or one of `roles`, where both are given. */
  anyPermission?: readonly Permission[]
  /** In the project of the address; outside projects, in any project. */
  roles?: readonly Role[]
}

export const ANYONE: Gate = { who: 'anyone' }
export const SIGNED_IN: Gate = { who: 'signed-in' }
/** Roles that may change what the project tests. */
export const WRITERS: readonly Role[] = ['ADMINISTRATOR', 'MANAGER', 'ENGINEER']
export const ANY_ROLE: readonly Role[] = ROLES

export const signedInWith = (...features: Feature[]): Gate => ({ who: 'signed-in', features })
/** Settings that only those who run the project see. */
export const managed = (...features: Feature[]): Gate => ({
  who: 'signed-in',
  features,
  roles: ['ADMINISTRATOR', 'MANAGER'],
})

/**
 * Whether a signed-in person passes a gate. `role` is theirs in the address's project; null when it has none. Whoever is not admitted
 * to the project passes by a permission alone.
 */
export const passes = (
  gate: Gate,
  { person, workspace }: Pick<OpenSession, 'person' | 'workspace'>,
  role: Role | null,
  isAdmitted = true,
): boolean => {
  const isOn = (feature: Feature) => workspace.features.includes(feature)
  if (gate.features && !gate.features.every(isOn)) return false
  if (gate.withoutFeatures?.some(isOn)) return false
  if (gate.anyFeature && !gate.anyFeature.some(isOn)) return false
  const holds = gate.anyPermission?.some((permission) => person.permissions.includes(permission)) ?? false
  if (!isAdmitted) return holds
  if (!gate.anyPermission && !gate.roles) return true
  const roles: readonly Role[] = role === null ? person.roles : [role]
  return holds || (gate.roles?.some((one) => roles.includes(one)) ?? false)
}
