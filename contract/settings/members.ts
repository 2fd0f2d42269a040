import { z } from 'zod/mini'
import { GROUP_ROLES, Role, ROLES } from '../access.ts'
import { callsOf, defineCall, flagInQuery, idInPath, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { InProject, inProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'

/** A user of the workspace in lists. `displayName` is the username if the user has no name. */
export const Somebody = z.object({
  userId: z.int(),
  displayName: z.string(),
  username: z.string(),
  email: z.string(),
  photoUrl: z.nullable(z.string()),
  readOnly: z.boolean(),
  isServiceAccount: z.optional(z.boolean()),
})
export type Somebody = z.infer<typeof Somebody>

/**
 * A member of a project (MEMBERS-04). `role` is the effective role: read-only users are guests, and a group may grant more than the stored
 * role. `groupRole`: role in every project granted by the member's groups, which cannot be revoked in the project.
 */
export const Member = z.extend(Somebody, {
  role: Role,
  addedAt: z.string(),
  groupRole: z.nullable(z.enum(GROUP_ROLES)),
})
export type Member = z.infer<typeof Member>

const rank = (role: Role): number => ROLES.indexOf(role)

/**
 * Returns whether a user with the role `acting` may change or remove the target: nobody manages members with a higher role (MEMBERS-17,
 * MEMBERS-18). Users with `projects:update` act as administrators.
 */
export const mayManage = (acting: Role, target: Pick<Member, 'role'>): boolean => rank(acting) <= rank(target.role)

/**
 * Returns the roles that `acting` may give to `target`, most powerful first: none above the own role; only GUEST for a read-only user
 * (MEMBERS-10, PRODUCT-04); none below the role granted by the target's groups, which would have no effect.
 */
export const rolesToGive = (acting: Role, target: { readOnly: boolean; groupRole?: Role | null }): readonly Role[] =>
  ROLES.filter(
    (role) =>
      rank(role) >= rank(acting) &&
      (!target.readOnly || role === 'GUEST') &&
      rank(role) <= rank(target.groupRole ?? 'GUEST'),
  )

const access = { project: 'members:read', orHolding: 'projects:update' } as const
const writing = { project: 'members:write', orHolding: 'projects:update' } as const

const search = z._default(z.string().check(z.maxLength(200)), '')

export const MEMBER_SORTS = ['name', 'username', 'addedAt', 'role'] as const
export const MembersQuery = z.object({
  /** Part of a display name, username or e-mail address. */
  q: search,
  page: pageNumber,
  pageSize: pageSizeOf(LIMITS.membersPageSize, 100),
  sort: z._default(z.enum(MEMBER_SORTS), 'name'),
  descending: flagInQuery,
})
export type MembersQuery = z.infer<typeof MembersQuery>

const projectCalls = callsOf({
  path: '/api/projects/:projectKey/members',
  params: InProject,
  read: access,
  write: writing,
})

export const listMembers = projectCalls.get('listMembers', 'The members of a project', {
  query: MembersQuery,
  answer: z.object({
    items: z.array(Member),
    _meta: PageMeta,
    /** Role that determines which members the caller may manage. */
    acting: Role,
  }),
})

/** Answers at most 20 users; a longer search text finds others. */
export const listCandidates = projectCalls.get(
  'listCandidates',
  'People of the workspace who are not members of the project',
  {
    path: '/candidates',
    access: writing,
    query: z.object({ q: search }),
    answer: z.object({ items: z.array(Somebody) }),
  },
)

/**
 * Read-only users get no role other than GUEST (MEMBERS-11): they are not added and are counted in `leftOut`; 400 at `role` if only
 * read-only users were chosen. Users who are already members stay unchanged.
 */
export const addMembers = projectCalls.post('addMembers', 'Makes people members of a project', {
  body: z.object({
    role: z.enum(ROLES, TEXTS.required),
    userIds: z
      .array(z.int().check(z.minimum(1)), TEXTS.required)
      .check(z.minLength(1, TEXTS.required), z.maxLength(100, 'At most 100 people at once')),
  }),
  answer: z.object({ added: z.int(), leftOut: z.int() }),
})

const InMember = z.object({ ...inProject, userId: idInPath })

/** 409 for the last administrator and for a role below what a group gives, 400 at `role` for a read-only user, 403 above the caller's own role. */
export const updateMember = defineCall({
  name: 'updateMember',
  summary: 'Gives a member another role',
  method: 'PUT',
  path: '/api/projects/:projectKey/members/:userId',
  access: writing,
  params: InMember,
  body: withExpected(z.object({ role: z.enum(ROLES, TEXTS.required) })),
  answer: Member,
})

/** 409 for the last administrator. A removed lead leaves the project without a lead. */
export const deleteMember = defineCall({
  name: 'deleteMember',
  summary: 'Takes somebody out of a project',
  method: 'DELETE',
  path: '/api/projects/:projectKey/members/:userId',
  access: writing,
  params: InMember,
})
