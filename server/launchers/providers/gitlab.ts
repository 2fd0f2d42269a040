import { z } from 'zod/mini'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import { read } from './github.ts'
import { askApi, bearer, type Account, type Listed, type ProviderClient } from './provider-client.ts'

const Project = z.object({
  id: z.int(),
  path_with_namespace: z.string(),
  web_url: z.string(),
  http_url_to_repo: z.string(),
  visibility: z.optional(z.string()),
})

const MAX_LISTED = 100

export const createGitlabClient = (outgoing: Outgoing): ProviderClient => {
  const ask = (account: Account, path: string) =>
    askApi(outgoing, `${account.baseUrl}/api/v4${path}`, { headers: bearer(account) })
  return {
    list: async (account, q) => {
      const search = new URLSearchParams({
        membership: 'true',
        order_by: 'last_activity_at',
        per_page: String(MAX_LISTED),
        search_namespaces: 'true',
        ...(q === '' ? {} : { search: q }),
      })
      const answer = await ask(account, `/projects?${search.toString()}`)
      return read(z.array(Project), answer?.body).map(listedOf)
    },
    find: async (account, providerSideId) => {
      if (!/^\d+$/.test(providerSideId)) return null
      const answer = await ask(account, `/projects/${providerSideId}`)
      return answer === null ? null : listedOf(read(Project, answer.body))
    },
    identify: async (account) => read(z.object({ username: z.string() }), (await ask(account, '/user'))?.body).username,
  }
}

const listedOf = (row: z.infer<typeof Project>): Listed => ({
  providerSideId: String(row.id),
  name: row.path_with_namespace,
  htmlUrl: row.web_url,
  cloneUrl: row.http_url_to_repo,
  isPrivate: row.visibility !== 'public',
})
