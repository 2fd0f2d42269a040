import { z } from 'zod/mini'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import { read } from './github.ts'
import { askApi, bearer, type Account, type Listed, type ProviderClient } from './provider-client.ts'

const CloudRepository = z.object({
  uuid: z.string(),
  full_name: z.string(),
  is_private: z.boolean(),
  links: z.object({ html: z.object({ href: z.string() }) }),
})

const ServerRepository = z.object({
  slug: z.string(),
  project: z.object({ key: z.string() }),
  public: z.optional(z.boolean()),
  links: z.object({
    self: z.array(z.object({ href: z.string() })),
    clone: z.array(z.object({ href: z.string(), name: z.string() })),
  }),
})

const MAX_LISTED = 100

/** Client of Bitbucket Cloud. `api`: base URL of its API. */
export const createBitbucketCloudClient = (
  outgoing: Outgoing,
  api = 'https://api.bitbucket.org/2.0',
): ProviderClient => {
  const ask = (account: Account, path: string) => askApi(outgoing, `${api}${path}`, { headers: headersOf(account) })
  return {
    list: async (account, q) => {
      const search = new URLSearchParams({
        role: 'member',
        sort: '-updated_on',
        pagelen: String(MAX_LISTED),
        ...(q === '' ? {} : { q: `name ~ ${JSON.stringify(q)}` }),
      })
      const answer = await ask(account, `/repositories?${search.toString()}`)
      return read(z.object({ values: z.array(CloudRepository) }), answer?.body).values.map(cloudListed)
    },
    find: async (account, providerSideId) => {
      // Empty braces match any workspace: the id alone identifies the repository.
      const answer = await ask(account, `/repositories/%7B%7D/${encodeURIComponent(providerSideId)}`)
      return answer === null ? null : cloudListed(read(CloudRepository, answer.body))
    },
    identify: async (account) =>
      read(
        z.object({ username: z.optional(z.string()), nickname: z.optional(z.string()) }),
        (await ask(account, '/user'))?.body,
      ).username ?? account.username,
  }
}

/** App passwords and API tokens need a user name; OAuth tokens and access tokens of repositories do not. */
const headersOf = (account: Account): Record<string, string> =>
  account.viaOauth || account.username === null
    ? bearer(account)
    : { authorization: `Basic ${Buffer.from(`${account.username}:${account.token}`).toString('base64')}` }

const cloudListed = (row: z.infer<typeof CloudRepository>): Listed => ({
  providerSideId: row.uuid,
  name: row.full_name,
  htmlUrl: row.links.html.href,
  cloneUrl: `${row.links.html.href}.git`,
  isPrivate: row.is_private,
})

/** Client of a self-hosted Bitbucket Data Center. */
export const createBitbucketServerClient = (outgoing: Outgoing): ProviderClient => {
  const ask = (account: Account, path: string) =>
    askApi(outgoing, `${account.baseUrl}/rest/api/1.0${path}`, { headers: bearer(account) })
  return {
    list: async (account, q) => {
      const search = new URLSearchParams({ limit: String(MAX_LISTED), ...(q === '' ? {} : { name: q }) })
      const answer = await ask(account, `/repos?${search.toString()}`)
      return read(z.object({ values: z.array(ServerRepository) }), answer?.body).values.flatMap(serverListed)
    },
    find: async (account, providerSideId) => {
      const [project, slug, ...rest] = providerSideId.split('/')
      if (!project || !slug || rest.length > 0) return null
      const answer = await ask(account, `/projects/${encodeURIComponent(project)}/repos/${encodeURIComponent(slug)}`)
      return answer === null ? null : (serverListed(read(ServerRepository, answer.body))[0] ?? null)
    },
    identify: async (account) => {
      // There is no call for the current user: a header of every response contains the user name.
      const name = (await ask(account, '/repos?limit=1'))?.headers['x-ausername']
      return typeof name === 'string' ? name : account.username
    },
  }
}

/** Empty for a repository that can only be cloned by SSH. */
const serverListed = (row: z.infer<typeof ServerRepository>): Listed[] => {
  const clone = row.links.clone.find(({ name }) => name === 'http' || name === 'https')
  const page = row.links.self[0]
  if (!clone || !page) return []
  const cloneUrl = new URL(clone.href)
  cloneUrl.username = ''
  return [
    {
      providerSideId: `${row.project.key}/${row.slug}`,
      name: `${row.project.key}/${row.slug}`,
      htmlUrl: page.href.replace(/\/browse$/, ''),
      cloneUrl: cloneUrl.href,
      isPrivate: row.public !== true,
    },
  ]
}
