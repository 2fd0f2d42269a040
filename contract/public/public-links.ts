import { z } from 'zod/mini'
import { defineCall, idInPath, zonedTime } from '../call.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { NewPassword } from '../session/session.ts'
import { PublicResourceType } from './resources.ts'

/** Maximum links of one resource, including expired ones. */
export const MAX_PUBLIC_LINKS = 20

/** A link that is not revoked. Times are ISO-8601 in UTC. */
export const PublicLink = z.object({
  id: z.int(),
  /** Full URL. */
  url: z.string(),
  createdBy: z.nullable(z.object({ username: z.string() })),
  createdAt: z.string(),
  /** Null if the link does not expire. */
  expiresAt: z.nullable(z.string()),
  visits: z.int(),
  lastVisitAt: z.nullable(z.string()),
})
export type PublicLink = z.infer<typeof PublicLink>

/** Numeric id of a launch, run or plan, or UUID of an exploratory session. */
const resourceId = z.string().check(z.regex(/^(?:[1-9]\d{0,14}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/))
const resource = { resourceType: PublicResourceType, resourceId }
export interface SharedResource {
  resourceType: PublicResourceType
  resourceId: string
}

const path = '/api/projects/:projectKey/public-links'
const access = { project: 'public-links:write' } as const

export const listPublicLinks = defineCall({
  name: 'listPublicLinks',
  summary: 'The public links of one thing, newest first',
  method: 'GET',
  path,
  access,
  params: InProject,
  query: z.object(resource),
  answer: z.object({ items: z.array(PublicLink) }),
})

/** `passcode` null: the server generates one. The passcode is in this answer only and stored as a hash. 409 beyond `MAX_PUBLIC_LINKS`. */
export const createPublicLink = defineCall({
  name: 'createPublicLink',
  summary: 'Shares a launch, or the report of a run, a plan or an exploratory session, by a link and a passcode',
  method: 'POST',
  path,
  access,
  secretAnswer: true,
  params: InProject,
  body: z.object({
    ...resource,
    passcode: z._default(z.nullable(NewPassword), null),
    expiresAt: z._default(z.nullable(zonedTime), null),
  }),
  answer: z.object({ link: PublicLink, passcode: z.string() }),
})

/** Visitors who have the page open lose access immediately. */
export const revokePublicLink = defineCall({
  name: 'revokePublicLink',
  summary: 'Revokes a public link for good',
  method: 'DELETE',
  path: `${path}/:publicLinkId`,
  access,
  params: z.object({ ...inProject, publicLinkId: idInPath }),
})
