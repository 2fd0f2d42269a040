import { z } from 'zod/mini'
import { Role } from '../access.ts'
import { callsOf, commaSeparated, defineCall, flagInQuery, idInPath, pageNumber, pageSizeOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { FirstName, LastName, NewPassword, PASSWORD_CHARACTERS } from '../session/session.ts'
import { TEXTS } from '../texts.ts'
import { USER_TEXTS } from './user-texts.ts'

export const USER_STATUSES = ['ACTIVE', 'INACTIVE', 'PENDING'] as const
export const UserStatus = z.enum(USER_STATUSES)
export type UserStatus = z.infer<typeof UserStatus>

export const USER_SOURCES = ['INTERNAL', 'SAML', 'OIDC', 'SCIM'] as const
export const UserSource = z.enum(USER_SOURCES)
export type UserSource = z.infer<typeof UserSource>

/** Accounts of users sign in. Those of the system and service accounts do not, and take no seat. */
export type AccountKind = 'user' | 'system' | 'service-account' | 'imported'

/** A user for users who manage users (USERS-13). */
export const User = z.object({
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  photoUrl: z.nullable(z.string()),
  /** PENDING: the invitation has not been accepted yet (INVT-12). */
  status: UserStatus,
  source: UserSource,
  hasReadOnlyAccess: z.boolean(),
  /** Sorted by name. In lists only if requested (`includeGroups`). */
  groups: z.optional(z.array(z.object({ id: z.int(), name: z.string() }))),
  lastLogin: z.nullable(z.string()),
  registrationDateTime: z.string(),
  /** Whether this is a system user, which belongs to no user, has no sessions and takes no seat. */
  isSystem: z.boolean(),
  /** Only super admins can change super admins (USERS-11). */
  isSuperAdmin: z.boolean(),
  /** Expiry of a pending user's invitation; null for other users. */
  invitationExpiresAt: z.nullable(z.string()),
  hasSecondFactor: z.boolean(),
})
export type User = z.infer<typeof User>

/** Username of a user whom another user creates or invites (UFORM-01, UFORM-02, UFORM-04). Unique, ignoring case. */
export const NewUsername = z
  .string(USER_TEXTS.usernameRequired)
  .check(
    z.trim(),
    z.minLength(1, { error: USER_TEXTS.usernameRequired, abort: true }),
    z.minLength(LIMITS.minUsername, USER_TEXTS.usernameLength),
    z.maxLength(LIMITS.maxUsername, USER_TEXTS.usernameLength),
    z.regex(/^[A-Za-z0-9. -]*$/, USER_TEXTS.usernameCharacters),
  )

const emailOf = (invalid: string) =>
  z
    .string(USER_TEXTS.emailRequired)
    .check(
      z.trim(),
      z.minLength(1, { error: USER_TEXTS.emailRequired, abort: true }),
      z.maxLength(254, { error: invalid, abort: true }),
      z.email(invalid),
    )
/** E-mail address of a new user (UFORM-06, UFORM-07). Unique, ignoring case. */
export const NewEmail = emailOf(USER_TEXTS.emailInvalid)
/** E-mail address in the form for editing a user (UFORM-23). */
export const EditedEmail = emailOf(USER_TEXTS.emailInvalidInEdit)

/** Password that a user sets for another user (USERS-23 to 25). */
export const PasswordForUser = z
  .string(TEXTS.passwordRequired)
  .check(
    z.minLength(1, { error: TEXTS.passwordRequired, abort: true }),
    z.minLength(LIMITS.passwordLeast, TEXTS.passwordLength),
    z.maxLength(LIMITS.maxPassword, TEXTS.passwordLength),
    z.regex(PASSWORD_CHARACTERS, USER_TEXTS.invalidPassword),
  )

/** Role of a new user in a project (UFORM-12). For a read-only user the role is always GUEST (UFORM-14, INVT-06). */
export const ProjectAssignment = z.object({ projectId: z.int(TEXTS.required).check(z.minimum(1)), role: Role })
export type ProjectAssignment = z.infer<typeof ProjectAssignment>
export const ProjectAssignments = z.array(ProjectAssignment).check(
  z.maxLength(LIMITS.projectAssignments),
  z.refine((all) => new Set(all.map(({ projectId }) => projectId)).size === all.length, USER_TEXTS.projectTwice),
)

const reading = { workspace: 'IAM_USERS_READ', or: ['IAM_USERS_UPDATE'] } as const
const writing = { workspace: 'IAM_USERS_UPDATE' } as const
const path = '/api/iam/v1/users'
const OfUser = z.object({ userId: idInPath })

export const USER_SORTS = ['name', 'username', 'email', 'source', 'status', 'lastLogin'] as const
export type UserSort = (typeof USER_SORTS)[number]

/** A column of the table; the prefix `-` means descending order. */
export const UserSortBy = z.enum([...USER_SORTS, ...USER_SORTS.map((sort) => `-${sort}` as const)])

export const UsersQuery = z.object({
  page: pageNumber,
  pageSize: pageSizeOf(LIMITS.usersPageSize, LIMITS.maxUsersPageSize),
  sortBy: z._default(UserSortBy, 'name'),
  /** Part of a display name, username or e-mail address. */
  query: z._default(z.string().check(z.maxLength(200)), ''),
  status: commaSeparated(UserStatus),
  source: commaSeparated(UserSource),
  /** Ids of groups; matches users in any of them. */
  groups: commaSeparated(idInPath as z.ZodMiniType<number, string>),
  /** `none`: users without a second factor. */
  secondFactor: commaSeparated(z.enum(['some', 'none']) as z.ZodMiniType<'some' | 'none', string>),
  includeGroups: flagInQuery,
})
export type UsersQuery = z.infer<typeof UsersQuery>

/** `total`: number of all matching users, ignoring paging. */
export const listUsers = defineCall({
  name: 'listUsers',
  summary: 'A page of the users of the workspace',
  method: 'GET',
  path,
  access: reading,
  query: UsersQuery,
  answer: z.object({ items: z.array(User), total: z.int() }),
})

const userCalls = callsOf({ path: `${path}/:userId`, params: OfUser, read: reading, write: writing })

export const getUser = userCalls.get('getUser', 'One user, with their groups', {
  answer: User,
})

/** Names and credentials of a new user. */
export const NewUser = z.object({
  username: NewUsername,
  firstName: z._default(FirstName, ''),
  lastName: z._default(LastName, ''),
  email: NewEmail,
  password: NewPassword,
})

/**
 * Creates an active user with a group and roles in projects, all or nothing. 400 at `groupId` or `projects.N.projectId`; 403 for a group or
 * role with permissions that the caller does not have; 409 at `username` and `email` when they are in use, and without a field when no seat
 * is free.
 */
export const createUser = defineCall({
  name: 'createUser',
  summary: 'Creates a user with a password',
  method: 'POST',
  path,
  access: writing,
  body: z.extend(NewUser, {
    hasReadOnlyAccess: z._default(z.boolean(), false),
    /** Required unless the user is read-only; ignored for read-only users (UFORM-10, UFORM-15). */
    groupId: z.optional(z.int().check(z.minimum(1))),
    projects: z._default(ProjectAssignments, []),
  }),
  answer: User,
})

/**
 * An edit as in `concurrent-edits.ts`. 403 for one's own status or mode, and for a super admin unless the caller is one. 409 at `email`
 * when it is in use; without a field when no seat is free, when the workspace would lose its last active super admin, or when the user
 * cannot become read-only (see `checkReadOnly`). Deactivating immediately ends sessions and revokes tokens.
 */
export const updateUser = userCalls.patch('updateUser', "Changes a user's names, address, status or mode", {
  body: z.extend(
    withExpected(
      z.partial(
        z.object({
          firstName: FirstName,
          lastName: LastName,
          email: EditedEmail,
          /** Only null, which removes the photo. */
          photoUrl: z.null(),
          status: z.enum(['ACTIVE', 'INACTIVE']),
          hasReadOnlyAccess: z.boolean(),
        }),
      ),
    ),
    /** Group that a read-only user joins when they become a regular user. */
    { groupId: z.optional(z.int().check(z.minimum(1))) },
  ),
  answer: User,
})

/** Losses of a user who becomes read-only, and obstacles. */
export const ReadOnlyCheck = z.object({
  isConvertible: z.boolean(),
  /** Why the user cannot become read-only, one sentence each. */
  reasons: z.array(z.string()),
  /** Number of projects in which a role above GUEST becomes GUEST. */
  projects: z.int(),
  /** Names of the groups that the user leaves. */
  groups: z.array(z.string()),
})
export type ReadOnlyCheck = z.infer<typeof ReadOnlyCheck>

export const checkReadOnly = userCalls.get(
  'checkReadOnly',
  'Whether a user may become read-only, and what they would lose',
  {
    path: '/read-only-check',
    access: writing,
    answer: ReadOnlyCheck,
  },
)

/** Ends every session of the user. 403 for a super admin unless the caller is one, and for oneself; 409 for a user of single sign-on. */
export const changeUserPassword = userCalls.put('changeUserPassword', 'Sets the password of another user', {
  path: '/password',
  body: z.object({ newPassword: PasswordForUser }),
})

/** Answers whether the given username and e-mail address are in use (UFORM-05, UFORM-08, UFORM-24). `exceptId`: the edited user. */
export const checkUserExists = defineCall({
  name: 'checkUserExists',
  summary: 'Whether a username or an e-mail address is in use',
  method: 'GET',
  path: '/api/iam/v1/user-existence',
  access: writing,
  query: z.object({
    username: z.optional(z.string().check(z.maxLength(254))),
    email: z.optional(z.string().check(z.maxLength(254))),
    exceptId: z.optional(idInPath),
  }),
  answer: z.object({ username: z.boolean(), email: z.boolean() }),
})
