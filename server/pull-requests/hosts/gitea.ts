import { z } from 'zod/mini'
import { GIT_HOST_NAMES } from '../../../contract/pull-requests/git-hosts.ts'
import { createSpeaker } from '../../trackers/trackers.ts'
import { Anything, sendJson, shortened, WithId, type OpenClient } from './host.ts'

const Comments = z.array(z.object({ id: z.int(), body: z.string() }))
const Commit = z.object({ sha: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)) })

const STATES = { pending: 'pending', passed: 'success', failed: 'failure' } as const

/** Gitea, or Forgejo. */
export const giteaClient: OpenClient = (values, parts) => {
  const gitea = createSpeaker(GIT_HOST_NAMES.gitea, values, parts, { authorization: `token ${values.token}` })
  const at = (repository: string) => `/api/v1/repos/${repository}`
  return {
    maxComment: 65_536,
    account: async () => (await gitea.ask('/api/v1/user', z.object({ login: z.string() }))).login,
    checkRepository: async (repository) => {
      await gitea.ask(at(repository), WithId)
    },
    // Gitea answers with all comments of an issue.
    comments: async ({ repository, number }) => {
      const found = await gitea.ask(`${at(repository)}/issues/${number}/comments`, Comments)
      return { items: found.map(({ id, body }) => ({ id: String(id), body })), isLast: true }
    },
    createComment: async ({ repository, number }, body) =>
      String((await gitea.post(`${at(repository)}/issues/${number}/comments`, WithId, { body })).id),
    updateComment: async ({ repository }, id, body) => {
      await sendJson(gitea, 'PATCH', `${at(repository)}/issues/comments/${id}`, WithId, { body })
    },
    setStatus: async ({ repository, commit, state, context, description, url }) => {
      const { sha } = await gitea.ask(`${at(repository)}/git/commits/${commit}?stat=false&files=false`, Commit)
      await gitea.post(`${at(repository)}/statuses/${sha}`, Anything, {
        state: STATES[state],
        target_url: url,
        description: shortened(description, 255),
        context,
      })
    },
  }
}
