import { ROLES, type GroupPermission } from '../../contract/access.ts'
import { PERMISSION_SECTIONS } from '../../contract/workspace/permission-labels.ts'
import { USER_TEXTS } from '../../contract/workspace/user-texts.ts'
import { isUser } from '../access/users.ts'
import { strongerRole } from '../access/groups.ts'
import type { Principal } from '../access/principals.ts'
import type { Db, Tx } from '../db/open.ts'
import { conflict, forbidden } from '../http/refusal.ts'

const LABELS = new Map(
  PERMISSION_SECTIONS.flatMap(({ permissions }) => permissions.map(({ id, label }) => [id, label])),
)
const labelOf = (permission: GroupPermission): string => LABELS.get(permission) ?? permission

/** Returns the first of these permissions that the caller lacks. A role includes the weaker ones. */
const missingOf = (caller: Principal, permissions: readonly GroupPermission[]): GroupPermission | undefined => {
  const rank = (role: string) => (ROLES as readonly string[]).indexOf(role)
  return permissions.find((one) =>
    rank(one) >= 0
      ? caller.groupRole === null || rank(caller.groupRole) > rank(one)
      : !(caller.permissions as readonly GroupPermission[]).includes(one),
  )
}

/** The part of a group that grants rights. */
interface Granting {
  built_in: 'super-admins' | null
  permissions: readonly GroupPermission[]
}

/** Throws 403 if a group grants more than the caller has. */
export const requireMayGrant = (caller: Principal, { built_in: builtIn, permissions }: Granting): void => {
  if (caller.superAdmin) return
  if (builtIn !== null) throw forbidden(USER_TEXTS.superAdminsOnly)
  const missing = missingOf(caller, permissions)
  if (missing !== undefined) throw forbidden(USER_TEXTS.grantsMoreThanOwn(labelOf(missing)))
}

export const groupsOfUser = (tx: Db | Tx, userId: number) =>
  tx
    .selectFrom('user_group_member as m')
    .innerJoin('user_group as g', 'g.id', 'm.group_id')
    .select(['g.id', 'g.name', 'g.built_in', 'g.permissions'])
    .where('m.user_id', '=', userId)
    .orderBy('g.id')
    .execute()

/**
 * Throws 403 unless the caller may change a user. Only super admins change super admins. With `takesOver` (a new password, or an address
 * that links are mailed to) the caller could act as that user, and must therefore have all their permissions and roles.
 */
export const requireMayChange = async (
  tx: Db | Tx,
  caller: Principal,
  userId: number,
  { takesOver = false }: { takesOver?: boolean } = {},
): Promise<void> => {
  if (caller.superAdmin || caller.userId === userId) return
  const groups = await groupsOfUser(tx, userId)
  if (groups.some(({ built_in: builtIn }) => builtIn === 'super-admins')) throw forbidden(USER_TEXTS.superAdminsOnly)
  if (!takesOver) return
  const missing = missingOf(
    caller,
    groups.flatMap(({ permissions }) => permissions),
  )
  if (missing !== undefined) throw forbidden(USER_TEXTS.holdsMoreThanOneself(labelOf(missing)))
  if (await hasStrongerRole(tx, userId, caller)) throw forbidden(USER_TEXTS.holdsStrongerRole)
}

/** Returns whether a user has a role in a project that is stronger than the caller's role there. */
const hasStrongerRole = async (tx: Db | Tx, userId: number, caller: Principal): Promise<boolean> => {
  const shared = await tx
    .selectFrom('project_member as theirs')
    .leftJoin('project_member as own', (join) =>
      join.onRef('own.project_id', '=', 'theirs.project_id').on('own.user_id', '=', caller.userId),
    )
    .select(['theirs.role', 'own.role as ownRole'])
    .where('theirs.user_id', '=', userId)
    .where('theirs.role', '<>', 'GUEST')
    .execute()
  return shared.some(({ role, ownRole }) => {
    const own = strongerRole(ownRole, caller.groupRole)
    return own === null || ROLES.indexOf(own) > ROLES.indexOf(role)
  })
}

/**
 * Throws 409 if a change has removed the last active super admin. Super admins hold every permission, including those to change users and
 * groups.
 */
export const keepSuperAdmin = async (tx: Tx): Promise<void> => {
  const one = await superAdminsExcept(tx, 0)
  if (!one) throw conflict(USER_TEXTS.lastSuperAdmin)
}

/** Returns whether there is an active super admin other than this user. */
export const superAdminsExcept = async (tx: Db | Tx, userId: number): Promise<boolean> => {
  const one = await tx
    .selectFrom('user_group_member as m')
    .innerJoin('user_group as g', 'g.id', 'm.group_id')
    .innerJoin('workspace_user as p', 'p.id', 'm.user_id')
    .select('p.id')
    .where('g.built_in', '=', 'super-admins')
    .where('p.status', '=', 'ACTIVE')
    .where('p.read_only', '=', false)
    .where(isUser('p'))
    .where('p.id', '<>', userId)
    .executeTakeFirst()
  return one !== undefined
}
