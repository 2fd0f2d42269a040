import { z } from 'zod/mini'
import { GIT_HOST_NAMES } from '../../../contract/pull-requests/git-hosts.ts'
import { bearer } from '../../integrations/integrations.ts'
import { createSpeaker } from '../../trackers/trackers.ts'
import { Anything, COMMENTS_PAGE, sendJson, shortened, WithId, type OpenClient } from './host.ts'

const Comments = z.array(z.object({ id: z.int(), body: z.nullish(z.string()) }))
const Commit = z.object({
  sha: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)),
  commit: z.object({ message: z.string() }),
  parents: z.array(z.object({ sha: z.string() })),
})

const STATES = { pending: 'pending', passed: 'success', failed: 'failure' } as const

/** GitHub, or GitHub Enterprise Server. */
export const gitHubClient: OpenClient = (values, parts) => {
  const github = createSpeaker(GIT_HOST_NAMES.github, values, parts, {
    ...bearer(values.token),
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  })
  return {
    maxComment: 65_536,
    account: async () => (await github.ask('/user', z.object({ login: z.string() }))).login,
    checkRepository: async (repository) => {
      await github.ask(`/repos/${repository}`, WithId)
    },
    comments: async ({ repository, number }, page) => {
      const path = `/repos/${repository}/issues/${number}/comments?per_page=${COMMENTS_PAGE}&page=${page}`
      const found = await github.ask(path, Comments)
      return {
        items: found.map(({ id, body }) => ({ id: String(id), body: body ?? '' })),
        isLast: found.length < COMMENTS_PAGE,
      }
    },
    createComment: async ({ repository, number }, body) =>
      String((await github.post(`/repos/${repository}/issues/${number}/comments`, WithId, { body })).id),
    updateComment: async ({ repository }, id, body) => {
      await sendJson(github, 'PATCH', `/repos/${repository}/issues/comments/${id}`, WithId, { body })
    },
    setStatus: async ({ repository, commit, state, context, description, url }) => {
      const sha = headOf(await github.ask(`/repos/${repository}/commits/${commit}`, Commit))
      await github.post(`/repos/${repository}/statuses/${sha}`, Anything, {
        state: STATES[state],
        target_url: url,
        description: shortened(description, 140),
        context,
      })
    },
  }
}

/**
 * Returns the commit that the pull request shows. GitHub Actions tests a merge of it into the base branch, which exists for that alone and
 * whose statuses nobody sees.
 */
const headOf = ({ sha, commit, parents }: z.infer<typeof Commit>): string => {
  const [base, head, ...others] = parents
  const isTestMerge =
    head !== undefined && others.length === 0 && commit.message === `Merge ${head.sha} into ${base?.sha}`
  return isTestMerge ? head.sha : sha
}
