import { z } from 'zod/mini'
import { GROUP_ROLES, Role, ROLES } from '../access.ts'
import { defineCall, flagInQuery, idInPath, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { InProject, inProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'

/** Somebody of the workspace, as lists of people show them. `displayName` is the username where no name is known. */
export const Somebody = z.object({
  userId: z.int(),
  displayName: z.string(),
  username: z.string(),
  email: z.string(),
  photoUrl: z.nullable(z.string()),
  readOnly: z.boolean(),
})
export type Somebody = z.infer<typeof Somebody>

/**
 * A member of a project (MEMBERS-04). `role` is the one that counts: a read-only person is a guest, and a group may give somebody more
 * than is written down here. `groupRole`: what their groups give them in every project; nothing here can take it away.
 */
export const Member = z.extend(Somebody, {
  role: Role,
  addedAt: z.string(),
  groupRole: z.nullable(z.enum(GROUP_ROLES)),
})
export type Member = z.infer<typeof Member>

const rank = (role: Role): number => ROLES.indexOf(role)

/**
 * Who may do what to whom (MEMBERS-17, MEMBERS-18): nobody gives a role above their own, and nobody changes or removes somebody who
 * stands above them. `acting` is the role of who acts; those who hold `projects:update` act as administrators.
 */
export const mayManage = (acting: Role, target: Pick<Member, 'role'>): boolean => rank(acting) <= rank(target.role)

/**
 * Roles that `acting` may give to `target`, most powerful first: just GUEST for a read-only person (MEMBERS-10, PRODUCT-04), and none
 * below what a group gives them, for it would not count.
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
  /** Part of a display name, a username or an e-mail address. */
  q: search,
  page: pageNumber,
  pageSize: pageSizeOf(LIMITS.membersPageSize, 100),
  sort: z._default(z.enum(MEMBER_SORTS), 'name'),
  descending: flagInQuery,
})
export type MembersQuery = z.infer<typeof MembersQuery>

export const listMembers = defineCall({
  name: 'listMembers',
  summary: 'The members of a project',
  method: 'GET',
  path: '/api/projects/:projectKey/members',
  access,
  params: InProject,
  query: MembersQuery,
  answer: z.object({
    items: z.array(Member),
    _meta: PageMeta,
    /** The role by which the caller's rights over members are measured. */
    acting: Role,
  }),
})

/** At most 20: more are found by typing more. */
export const listCandidates = defineCall({
  name: 'listCandidates',
  summary: 'People of the workspace who are not members of the project',
  method: 'GET',
  path: '/api/projects/:projectKey/members/candidates',
  access: writing,
  params: InProject,
  query: z.object({ q: search }),
  answer: z.object({ items: z.array(Somebody) }),
})

/**
 * Read-only people are not added with a role other than GUEST (MEMBERS-11) and come back in `leftOut`; where nobody else was chosen it
 * is 400 at `role`. Who is a member already stays as they are.
 */
export const addMembers = defineCall({
  name: 'addMembers',
  summary: 'Makes people members of a project',
  method: 'POST',
  path: '/api/projects/:projectKey/members',
  access: writing,
  params: InProject,
  body: z.object({
    role: z.enum(ROLES, TEXTS.required),
    userIds: z
      .array(z.int().check(z.minimum(1)), TEXTS.required)
      .check(z.minLength(1, TEXTS.required), z.maxLength(100, 'At most 100 people at once')),
  }),
  answer: z.object({ added: z.int(), leftOut: z.int() }),
})

const InMember = z.object({ ...inProject, userId: idInPath })

/** 409 for the last administrator and for a role below what a group gives, 400 at `role` for a read-only person, 403 above the caller's own role. */
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

/** 409 for the last administrator. A lead who goes leaves the project without one. */
export const deleteMember = defineCall({
  name: 'deleteMember',
  summary: 'Takes somebody out of a project',
  method: 'DELETE',
  path: '/api/projects/:projectKey/members/:userId',
  access: writing,
  params: InMember,
})
