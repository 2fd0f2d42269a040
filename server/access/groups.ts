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

/** What somebody's groups give them. */
export interface Grants {
  superAdmin: boolean
  permissions: readonly Permission[]
  /** The role that they have in every project. */
  groupRole: GroupRole | null
}

/** A group as far as rights are concerned. */
export interface GrantingGroup {
  builtIn: 'super-admins' | null
  permissions: readonly GroupPermission[]
}

/** The groups of a person, as a column; `person` is the table's name in the statement. */
export const groupsOf = (person: string): RawBuilder<GrantingGroup[]> => sql<GrantingGroup[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('builtIn', ug.built_in, 'permissions', ug.permissions)), '[]')
    from user_group_member um join user_group ug on ug.id = um.group_id
   where um.person_id = ${sql.ref(`${person}.id`)})`

/** Returns what these groups give together. Super admins hold everything; a read-only person nothing. */
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

/** The same role as a column, null where no group gives one. */
export const groupRole = (person: string): RawBuilder<GroupRole | null> => sql<GroupRole | null>`(
  select case when bool_or(ug.built_in = 'super-admins' or ug.permissions @> '["ADMINISTRATOR"]') then 'ADMINISTRATOR'
              when bool_or(ug.permissions @> '["MANAGER"]') then 'MANAGER'
              when bool_or(ug.permissions @> '["ENGINEER"]') then 'ENGINEER' end
    from user_group_member um join user_group ug on ug.id = um.group_id
   where um.person_id = ${sql.ref(`${person}.id`)} and not ${sql.ref(`${person}.read_only`)})`

/** Whether somebody's groups give them a permission, as a column; read-only people hold none. */
export const hasPermission = (person: string, permission: Permission): RawBuilder<boolean> => sql<boolean>`(
  not ${sql.ref(`${person}.read_only`)} and exists (
    select from user_group_member um join user_group ug on ug.id = um.group_id
     where um.person_id = ${sql.ref(`${person}.id`)}
       and (ug.built_in = 'super-admins' or ug.permissions @> ${JSON.stringify([permission])}::jsonb)))`

/** The more powerful of two roles; null where there is neither. */
export const strongerRole = (one: Role | null, other: Role | null): Role | null =>
  ROLES.find((role) => role === one || role === other) ?? null
