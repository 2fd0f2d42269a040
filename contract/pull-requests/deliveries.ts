/** Comments and commit statuses of pull requests, and whether they were delivered. */
import { z } from 'zod/mini'
import { callsOf, idInPath } from '../call.ts'
import { inProject, InProject } from '../projects/projects.ts'

export const PULL_REQUEST_STATES = ['waiting', 'sending', 'delivered', 'failed'] as const

/** What a project reported on one pull request, and the result of the last attempt. */
export const PullRequestDelivery = z.object({
  id: z.int(),
  /** Web address of the repository. */
  repositoryUrl: z.string(),
  number: z.int(),
  state: z.enum(PULL_REQUEST_STATES),
  attempts: z.int(),
  /** Time of the next attempt; null if there is none. */
  nextAt: z.nullable(z.string()),
  /** Time of the last attempt, or of the first launch that ended. */
  at: z.string(),
  /** Why the last attempt failed; empty after a success. */
  reason: z.string(),
  /** The launch that ended last; null once it is deleted. */
  launch: z.nullable(z.object({ id: z.int(), number: z.int(), name: z.string() })),
})
export type PullRequestDelivery = z.infer<typeof PullRequestDelivery>

const gates = {
  read: { project: 'settings:write' },
  write: { project: 'settings:write' },
  feature: 'test-automation',
} as const

export const listPullRequests = callsOf({
  path: '/api/projects/:projectKey/pull-requests',
  params: InProject,
  ...gates,
}).get('listPullRequests', 'Pull requests that launches were reported on, the newest first', {
  answer: z.object({ items: z.array(PullRequestDelivery) }),
})

/** Updates the comment and the statuses with the current results. 409 during an attempt. */
export const retryPullRequest = callsOf({
  path: '/api/projects/:projectKey/pull-requests/:pullRequestId',
  params: z.object({ ...inProject, pullRequestId: idInPath }),
  ...gates,
}).post('retryPullRequest', 'Reports the launches of a pull request again', {
  path: '/retry',
  answer: PullRequestDelivery,
})
