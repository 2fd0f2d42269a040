import { z } from 'zod/mini'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import {
  askApi,
  bearer,
  nameContains,
  ProviderFailure,
  type Account,
  type Listed,
  type ProviderClient,
} from './provider-client.ts'

const Repository = z.object({
  id: z.int(),
  full_name: z.string(),
  html_url: z.string(),
  clone_url: z.string(),
  private: z.boolean(),
})

const PAGE_SIZE = 100
/** Pages per list: the newest thousand repositories. */
const MAX_PAGES = 10

export const createGithubClient = (outgoing: Outgoing): ProviderClient => {
  const ask = (account: Account, path: string) =>
    askApi(outgoing, `${apiOf(account.baseUrl)}${path}`, {
      headers: { ...bearer(account), accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
    })
  return {
    list: async (account, q) => {
      const found: Listed[] = []
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const answer = await ask(account, `/user/repos?per_page=${PAGE_SIZE}&sort=pushed&page=${page}`)
        const rows = read(z.array(Repository), answer?.body)
        found.push(...rows.map(listedOf).filter(({ name }) => nameContains(name, q)))
        if (rows.length < PAGE_SIZE || (q === '' && found.length >= PAGE_SIZE)) break
      }
      return found
    },
    find: async (account, providerSideId) => {
      if (!/^\d+$/.test(providerSideId)) return null
      const answer = await ask(account, `/repositories/${providerSideId}`)
      return answer === null ? null : listedOf(read(Repository, answer.body))
    },
    identify: async (account) => read(z.object({ login: z.string() }), (await ask(account, '/user'))?.body).login,
  }
}

const apiOf = (baseUrl: string): string =>
  baseUrl === 'https://github.com' ? 'https://api.github.com' : `${baseUrl}/api/v3`

const listedOf = (row: z.infer<typeof Repository>): Listed => ({
  providerSideId: String(row.id),
  name: row.full_name,
  htmlUrl: row.html_url,
  cloneUrl: row.clone_url,
  isPrivate: row.private,
})

/** Parses a response. Throws `ProviderFailure` when it does not match the documented schema. */
export const read = <T>(schema: z.ZodMiniType<T>, body: unknown): T => {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new ProviderFailure('unreachable', { cause: parsed.error })
  return parsed.data
}
