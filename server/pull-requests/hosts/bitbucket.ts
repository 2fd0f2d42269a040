import { hash } from 'node:crypto'
import { z } from 'zod/mini'
import { GIT_HOST_NAMES } from '../../../contract/pull-requests/git-hosts.ts'
import { bearer } from '../../integrations/integrations.ts'
import { createSpeaker, TrackerFailure } from '../../trackers/trackers.ts'
import { Anything, COMMENTS_PAGE, sendJson, shortened, WithId, type OpenClient } from './host.ts'

const Comments = z.object({
  values: z.array(
    z.object({ id: z.int(), deleted: z.nullish(z.boolean()), content: z.object({ raw: z.nullish(z.string()) }) }),
  ),
  next: z.nullish(z.string()),
})
const Commit = z.object({ hash: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)) })

const STATES = { pending: 'INPROGRESS', passed: 'SUCCESSFUL', failed: 'FAILED' } as const

/** Bitbucket Cloud. */
export const bitbucketClient: OpenClient = (values, parts) => {
  const bitbucket = createSpeaker(GIT_HOST_NAMES.bitbucket, values, parts, bearer(values.token))
  const comments = (repository: string, number: number) => `/repositories/${repository}/pullrequests/${number}/comments`
  return {
    maxComment: 32_768,
    account: async () => {
      try {
        return (await bitbucket.ask('/user', z.object({ display_name: z.string() }))).display_name
      } catch (error) {
        // Access tokens of repositories, projects and workspaces belong to no account.
        if (error instanceof TrackerFailure && (error.kind === 'rights' || error.kind === 'not-found')) return null
        throw error
      }
    },
    checkRepository: async (repository) => {
      await bitbucket.ask(`/repositories/${repository}`, Anything)
    },
    comments: async ({ repository, number }, page) => {
      const query = `sort=created_on&pagelen=${COMMENTS_PAGE}&page=${page}`
      const { values: found, next } = await bitbucket.ask(`${comments(repository, number)}?${query}`, Comments)
      const existing = found.filter(({ deleted }) => deleted !== true)
      return {
        items: existing.map(({ id, content }) => ({ id: String(id), body: content.raw ?? '' })),
        isLast: next == null,
      }
    },
    createComment: async ({ repository, number }, body) =>
      String((await bitbucket.post(comments(repository, number), WithId, { content: { raw: body } })).id),
    updateComment: async ({ repository, number }, id, body) => {
      await sendJson(bitbucket, 'PUT', `${comments(repository, number)}/${id}`, WithId, { content: { raw: body } })
    },
    setStatus: async ({ repository, commit, state, context, description, url }) => {
      const { hash: sha } = await bitbucket.ask(`/repositories/${repository}/commit/${commit}`, Commit)
      await bitbucket.post(`/repositories/${repository}/commit/${sha}/statuses/build`, Anything, {
        // A key has at most 40 characters.
        key: `assay-${hash('sha256', context).slice(0, 32)}`,
        state: STATES[state],
        name: shortened(context, 255),
        url,
        description: shortened(description, 255),
      })
    },
  }
}
