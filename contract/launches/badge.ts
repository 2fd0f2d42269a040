import { z } from 'zod/mini'
import { callsOf } from '../call.ts'
import { InProject } from '../projects/projects.ts'

/** Path of the SVG image. Not a call of the contract, because a token replaces the session. */
export const BADGE_PATH = '/api/projects/:projectKey/badge.svg'

const text = z.optional(z.string().check(z.maxLength(255)))

/** Selects the launch of a badge, and its text. */
export const BadgeQuery = z.object({
  /** Name of the launch or of its suite. */
  suite: text,
  environment: text,
  /** `key:value` of a label, or only a key. */
  label: text,
  /** Value of the label `branch`. */
  branch: text,
  show: z._default(z.enum(['status', 'pass-rate']), 'status'),
  /** Text on the left side. */
  title: z.optional(z.string().check(z.maxLength(60))),
  token: text,
})
export type BadgeQuery = z.infer<typeof BadgeQuery>

const path = '/api/projects/:projectKey/badge-token'
const BadgeToken = z.object({ token: z.nullable(z.string()) })

const projectCalls = callsOf({
  path: path,
  params: InProject,
  read: { project: 'settings:read' },
  write: { project: 'settings:write' },
  feature: 'test-automation',
})

export const getBadgeToken = projectCalls.get(
  'getBadgeToken',
  'The token that shows the badge of a project to everybody; null where there is none',
  {
    answer: BadgeToken,
  },
)

export const createBadgeToken = projectCalls.post(
  'createBadgeToken',
  'Creates the badge token of a project, or replaces it',
  {
    answer: BadgeToken,
  },
)

export const revokeBadgeToken = projectCalls.delete(
  'revokeBadgeToken',
  'Revokes the badge token of a project: badges that use it are gone',
)
