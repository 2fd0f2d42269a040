import { z } from 'zod/mini'
import { Role } from '../access.ts'
import { callsOf, defineCall, flagInQuery, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'

export const ProjectName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.projectName, 'Must be between 1 and 100 characters'),
  )

/** Key of a project, which is part of every URL and never changes. */
export const ProjectKey = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.regex(/^[A-Z][A-Z0-9]{1,9}$/, 'Key must have 2 to 10 latin letters or numbers and begin with a letter'),
  )

export const inProject = { projectKey: z.string().check(z.minLength(1), z.maxLength(40)) }
export const InProject = z.object(inProject)

/** A project for the signed-in user (PROJ-21). `role` is the role of that user. */
export const Project = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  logoUrl: z.nullable(z.string()),
  leadId: z.nullable(z.int()),
  /** `displayName` is the username if the user has no name. */
  lead: z.nullable(
    z.object({ id: z.int(), username: z.string(), displayName: z.string(), photoUrl: z.nullable(z.string()) }),
  ),
  publiclyAccessible: z.boolean(),
  createdAt: z.string(),
  starred: z.boolean(),
  role: Role,
  /** False for users whose only access is to manage the project's members (MEMBERS-02). */
  admitted: z.boolean(),
})
export type Project = z.infer<typeof Project>

export const PROJECT_SORTS = ['starred', 'name', 'key', 'lead', 'category', 'createdAt'] as const

export const listProjects = defineCall({
  name: 'listProjects',
  summary: 'The projects that the signed-in user may open',
  method: 'GET',
  path: '/api/projects',
  access: 'signed-in',
  query: z.object({
    q: z._default(z.string().check(z.maxLength(200)), ''),
    page: pageNumber,
    pageSize: pageSizeOf(LIMITS.projectsPageSize, 100),
    sort: z._default(z.enum(PROJECT_SORTS), 'starred'),
    descending: flagInQuery,
  }),
  answer: z.object({
    items: z.array(Project),
    _meta: PageMeta,
    /** Number of all projects of the workspace, including those the user cannot see. */
    projectsTotal: z.int(),
    /** Number of projects that the user may open, ignoring the search. */
    projectsVisible: z.int(),
    projectsLimit: z.nullable(z.int()),
  }),
})

/** Returns whether the workspace has reached its limit of projects (PROJ-16). */
export const isFull = ({ projectsTotal, projectsLimit }: { projectsTotal: number; projectsLimit: number | null }) =>
  projectsLimit !== null && projectsTotal >= projectsLimit

/** 409 with a message at `key` when the key is taken; 403 when the limit is reached. */
export const createProject = defineCall({
  name: 'createProject',
  summary: 'Creates a project; the signed-in user becomes its administrator and lead',
  method: 'POST',
  path: '/api/projects',
  access: { workspace: 'projects:create' },
  body: z.object({ name: ProjectName, key: ProjectKey, publiclyAccessible: z._default(z.boolean(), false) }),
  answer: Project,
})

const projectCalls = callsOf({
  path: '/api/projects/:projectKey',
  params: InProject,
  read: { project: 'project:read', orHolding: 'projects:update' },
  write: { project: 'project:read' },
})

/** Users who may manage the members of every project (MEMBERS-02) read each project as a guest, but not its launches. */
export const getProject = projectCalls.get('getProject', 'One project', {
  answer: Project,
})

export const starProject = projectCalls.put('starProject', 'Puts the project on top of the user’s list', {
  path: '/star',
})

export const unstarProject = projectCalls.delete('unstarProject', 'Takes the star away', {
  path: '/star',
})

/** For administrators of the project, and users who may delete any project of the workspace (PROJ-13). */
export const deleteProject = projectCalls.delete(
  'deleteProject',
  'Deletes a project with everything in it; irreversible',
  {
    access: { project: 'project:delete', orHolding: 'projects:delete' },
  },
)
