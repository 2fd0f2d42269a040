import { sql, type RawBuilder } from 'kysely'
import {
  GROUP_ROLES,
  PERMISSIONS,
  ROLES,
  type GroupPermission,
  type GroupRole,
  type Permission,
  type Role,
} from '../../contract/access.ts'

/** Permissions and role that users have through their groups. */
export interface Grants {
  superAdmin: boolean
  permissions: readonly Permission[]
  /** Role in every project. */
  groupRole: GroupRole | null
}

/** Fields of a group that determine permissions. */
export interface GrantingGroup {
  builtIn: 'super-admins' | null
  permissions: readonly GroupPermission[]
}

/** Column with the groups of a user; `user` is the table's alias in the statement. */
export const groupsOf = (user: string): RawBuilder<GrantingGroup[]> => sql<GrantingGroup[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('builtIn', ug.built_in, 'permissions', ug.permissions)), '[]')
    from user_group_member um join user_group ug on ug.id = um.group_id
   where um.user_id = ${sql.ref(`${user}.id`)})`

/** Returns the combined permissions of groups. Super admins hold all; read-only users hold none. */
export const grantsOf = (groups: readonly GrantingGroup[], isReadOnly: boolean): Grants => {
  if (isReadOnly) return { superAdmin: false, permissions: [], groupRole: null }
  if (groups.some(({ builtIn }) => builtIn === 'super-admins'))
    return { superAdmin: true, permissions: PERMISSIONS, groupRole: 'ADMINISTRATOR' }
  const given = new Set(groups.flatMap(({ permissions }) => permissions))
  return {
    superAdmin: false,
    permissions: PERMISSIONS.filter((one) => given.has(one)),
    groupRole: GROUP_ROLES.find((one) => given.has(one)) ?? null,
  }
}

/** Column with the same role; null when no group grants one. */
export const groupRole = (user: string): RawBuilder<GroupRole | null> => sql<GroupRole | null>`(
  select case when bool_or(ug.built_in = 'super-admins' or ug.permissions @> '["ADMINISTRATOR"]') then 'ADMINISTRATOR'
              when bool_or(ug.permissions @> '["MANAGER"]') then 'MANAGER'
              when bool_or(ug.permissions @> '["ENGINEER"]') then 'ENGINEER' end
    from user_group_member um join user_group ug on ug.id = um.group_id
   where um.user_id = ${sql.ref(`${user}.id`)} and not ${sql.ref(`${user}.read_only`)})`

/** Column that tells whether a user's groups include a permission; false for read-only users. */
export const hasPermission = (user: string, permission: Permission): RawBuilder<boolean> => sql<boolean>`(
  not ${sql.ref(`${user}.read_only`)} and exists (
    select from user_group_member um join user_group ug on ug.id = um.group_id
     where um.user_id = ${sql.ref(`${user}.id`)}
       and (ug.built_in = 'super-admins' or ug.permissions @> ${JSON.stringify([permission])}::jsonb)))`

/** Returns the more powerful of two roles; null for neither. */
export const strongerRole = (one: Role | null, other: Role | null): Role | null =>
  ROLES.find((role) => role === one || role === other) ?? null
