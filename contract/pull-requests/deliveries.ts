/** Comments and commit statuses of pull requests, and whether they were delivered. */
import { z } from 'zod/mini'
import { callsOf, idInPath } from '../call.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { Delivery } from '../settings/deliveries.ts'

/**
 * What a project reported on one pull request. `at` is the time of the last attempt, or of the first launch that ended; `reason` is why the
 * last attempt failed, empty after a success; `launch` is the one that ended last.
 */
export const PullRequestDelivery = z.extend(Delivery, {
  /** Web address of the repository. */
  repositoryUrl: z.string(),
  number: z.int(),
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
