import { z } from 'zod/mini'
import { GIT_HOST_NAMES } from '../../../contract/pull-requests/git-hosts.ts'
import { createSpeaker, TrackerFailure } from '../../trackers/trackers.ts'
import { Anything, COMMENTS_PAGE, sendJson, shortened, WithId, type OpenClient } from './host.ts'

const Notes = z.array(z.object({ id: z.int(), body: z.string() }))
const Commit = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)) })

const STATES = { pending: 'running', passed: 'success', failed: 'failed' } as const

export const gitLabClient: OpenClient = (values, parts) => {
  const gitlab = createSpeaker(GIT_HOST_NAMES.gitlab, values, parts, { 'private-token': values.token })
  const at = (repository: string) => `/api/v4/projects/${encodeURIComponent(repository)}`
  const notes = (repository: string, number: number) => `${at(repository)}/merge_requests/${number}/notes`
  return {
    maxComment: 1_000_000,
    account: async () => (await gitlab.ask('/api/v4/user', z.object({ username: z.string() }))).username,
    checkRepository: async (repository) => {
      await gitlab.ask(at(repository), WithId)
    },
    comments: async ({ repository, number }, page) => {
      const query = `sort=asc&order_by=created_at&per_page=${COMMENTS_PAGE}&page=${page}`
      const found = await gitlab.ask(`${notes(repository, number)}?${query}`, Notes)
      return { items: found.map(({ id, body }) => ({ id: String(id), body })), isLast: found.length < COMMENTS_PAGE }
    },
    createComment: async ({ repository, number }, body) =>
      String((await gitlab.post(notes(repository, number), WithId, { body })).id),
    updateComment: async ({ repository, number }, id, body) => {
      await sendJson(gitlab, 'PUT', `${notes(repository, number)}/${id}`, WithId, { body })
    },
    setStatus: async ({ repository, commit, branch, state, context, description, url }) => {
      const { id: sha } = await gitlab.ask(`${at(repository)}/repository/commits/${commit}`, Commit)
      const sending = gitlab.post(`${at(repository)}/statuses/${sha}`, Anything, {
        state: STATES[state],
        name: context,
        // Without it, GitLab adds the status to the first branch that contains the commit.
        ...(branch === null ? {} : { ref: branch }),
        target_url: url,
        description: shortened(description, 255),
      })
      await sending.catch((error: unknown) => {
        // GitLab rejects a status that is running already, which a repeated attempt sends.
        if (state !== 'pending' || !(error instanceof TrackerFailure) || error.kind !== 'refused') throw error
      })
    },
  }
}
