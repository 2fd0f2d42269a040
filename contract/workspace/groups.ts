import { z } from 'zod/mini'
import { GROUP_PERMISSIONS, GroupPermission } from '../access.ts'
import { defineCall, flagInQuery, idInPath, pageNumber, pageSizeOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'
import { USER_TEXTS } from './user-texts.ts'
import { UserStatus } from './users.ts'

export const GroupUser = z.object({
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  photoUrl: z.nullable(z.string()),
  status: UserStatus,
})
export type GroupUser = z.infer<typeof GroupUser>

/** Users with shared permissions (GRPS-07). A user has the permissions of all their groups. */
export const Group = z.object({
  id: z.int(),
  name: z.string(),
  /** In the order of `GROUP_PERMISSIONS`. */
  permissions: z.array(GroupPermission),
  /** Whether the group can be chosen in invitations (INVT-05). */
  invitable: z.boolean(),
  /** Identifies a built-in group, which cannot be renamed or deleted and whose permissions cannot change; null for other groups. */
  builtIn: z.nullable(z.enum(['super-admins'])),
  usersTotal: z.int(),
  /** The first `LIMITS.groupUsers` users by name; absent unless requested. */
  users: z.optional(z.array(GroupUser)),
})
export type Group = z.infer<typeof Group>

/** Unique, ignoring case. */
export const GroupName = z
  .string(TEXTS.required)
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.groupName, USER_TEXTS.groupNameLength),
  )

/** Distinct and in a fixed order, so that equal sets are equal lists. */
const permissions = z.pipe(
  z.array(GroupPermission).check(z.maxLength(GROUP_PERMISSIONS.length * 2)),
  z.transform((given: GroupPermission[]) => GROUP_PERMISSIONS.filter((one) => given.includes(one))),
)

const path = '/api/iam/v1/groups'
const OfGroup = z.object({ groupId: idInPath })
const OfGroupUser = z.object({ groupId: idInPath, userId: idInPath })
const update = { workspace: 'IAM_GROUPS_UPDATE' } as const
const members = { workspace: 'IAM_GROUPS_UPDATE', or: ['IAM_GROUPS_DELETE'] } as const

/** Rows of the permission matrix (WNAV-22), in display order. */
export const listPermissions = defineCall({
  name: 'listPermissions',
  summary: 'The permissions that groups can have',
  method: 'GET',
  path: '/api/iam/v1/permissions',
  access: { workspace: 'IAM_GROUPS_READ' },
  answer: z.object({ items: z.array(z.object({ id: GroupPermission, label: z.string(), section: z.string() })) }),
})

/** Super admins first, then by name. Also allowed for users who manage users, because they choose a group for them. */
export const listGroups = defineCall({
  name: 'listGroups',
  summary: 'The groups of the workspace',
  method: 'GET',
  path,
  access: {
    workspace: 'IAM_GROUPS_READ',
    or: ['IAM_GROUPS_UPDATE', 'IAM_GROUPS_DELETE', 'IAM_USERS_READ', 'IAM_USERS_UPDATE'],
  },
  query: z.object({
    includeUsers: flagInQuery,
    page: pageNumber,
    pageSize: pageSizeOf(LIMITS.groupsPageSize, 100),
  }),
  answer: z.object({ results: z.array(Group), total: z.int() }),
})

/** 409 at `name` when another group has it; 403 for a permission that the caller does not have. */
export const createGroup = defineCall({
  name: 'createGroup',
  summary: 'Creates a group',
  method: 'POST',
  path,
  access: update,
  body: z.object({
    name: GroupName,
    permissions: z._default(permissions, []),
    invitable: z._default(z.boolean(), false),
  }),
  answer: Group,
})

/**
 * An edit as in `concurrent-edits.ts`. 409 at `name` when another group has it, and without a field for a built-in group; 403 for adding a
 * permission that the caller does not have.
 */
export const updateGroup = defineCall({
  name: 'updateGroup',
  summary: 'Changes the name or the permissions of a group',
  method: 'PATCH',
  path: `${path}/:groupId`,
  access: update,
  params: OfGroup,
  body: withExpected(z.partial(z.object({ name: GroupName, permissions, invitable: z.boolean() }))),
  answer: Group,
})

/** 409 for a built-in group. */
export const deleteGroup = defineCall({
  name: 'deleteGroup',
  summary: 'Deletes a group; its users stay',
  method: 'DELETE',
  path: `${path}/:groupId`,
  access: { workspace: 'IAM_GROUPS_DELETE' },
  params: OfGroup,
})

/** 400 at `userId` for read-only and inactive users; 403 when the group has a permission that the caller does not have. */
export const addGroupUser = defineCall({
  name: 'addGroupUser',
  summary: 'Adds a user to a group',
  method: 'PUT',
  path: `${path}/:groupId/users/:userId`,
  access: members,
  params: OfGroupUser,
  answer: Group,
})

/** 409 for the last active super admin; 403 for super admins unless the caller is one. */
export const removeGroupUser = defineCall({
  name: 'removeGroupUser',
  summary: 'Removes a user from a group',
  method: 'DELETE',
  path: `${path}/:groupId/users/:userId`,
  access: members,
  params: OfGroupUser,
  answer: Group,
})
