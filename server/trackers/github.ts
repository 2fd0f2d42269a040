import { z } from 'zod/mini'
import type { TrackedIssue } from '../../contract/launches/issues.ts'
import { isWebAddress } from '../../contract/links.ts'
import type { FieldValues } from '../../contract/workspace/integration-kinds.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { bearer } from '../integrations/integrations.ts'
import { createSpeaker, severalAtOnce } from './speaker.ts'
import { NO_FIELDS, TrackerFailure, type Tracker } from './tracker.ts'

const Issue = z.object({
  number: z.int(),
  title: z.string(),
  state: z.string(),
  html_url: z.string(),
  assignee: z.nullish(z.object({ login: z.string() })),
})
const Repositories = z.array(
  z.object({ full_name: z.string(), has_issues: z.nullish(z.boolean()), archived: z.nullish(z.boolean()) }),
)

const AT_ONCE = 5
const PAGE = 100
const MAX_PAGES = 5

const REPOSITORY = /^[\w.-]{1,100}\/[\w.-]{1,100}$/
const KEY = /^([\w.-]{1,100}\/[\w.-]{1,100})#(\d{1,10})$/

/** GitHub, or GitHub Enterprise Server. */
export const gitHubTracker = (values: FieldValues, parts: { outgoing: Outgoing; signal: AbortSignal }): Tracker => {
  const github = createSpeaker('GitHub', values, parts, {
    ...bearer(values.token ?? ''),
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  })
  const web = webOf(github.url)
  const issueOf = (repository: string, issue: z.infer<typeof Issue>): TrackedIssue => ({
    key: `${repository}#${issue.number}`,
    title: issue.title.slice(0, 500),
    status: issue.state === 'closed' ? 'Closed' : 'Open',
    category: issue.state === 'closed' ? 'done' : 'todo',
    url: isWebAddress(issue.html_url) ? issue.html_url : `${web}/${repository}/issues/${issue.number}`,
    assignee: issue.assignee?.login.slice(0, 100) ?? null,
  })
  const read = async (key: string) => {
    const [, repository = '', number = ''] = KEY.exec(key) ?? []
    if (repository === '') return []
    try {
      const issue = await github.ask(`/repos/${repository}/issues/${number}`, Issue)
      return [[key, issueOf(repository, issue)] as const]
    } catch (error) {
      if (error instanceof TrackerFailure && error.kind === 'not-found') return []
      throw error
    }
  }
  return {
    key: 'github',
    name: 'GitHub',
    markup: 'markdown',
    hasTypes: false,
    keyOf: (id) => {
      if (KEY.test(id)) return id
      if (!id.startsWith(`${web}/`)) return null
      const [, repository, number] =
        /^([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)\/?(?:[?#].*)?$/.exec(id.slice(web.length + 1)) ?? []
      const key = `${repository}#${number}`
      return KEY.test(key) ? key : null
    },
    linkOf: ({ url }) => url,
    issues: async (keys) => new Map((await severalAtOnce(keys, AT_ONCE, read)).flat()),
    search: async (text, target, max) => {
      const words = text.replaceAll(/[^\p{L}\p{N}\s]/gu, ' ').trim()
      const q = `${words} in:title type:issue repo:${requireRepository(target)}`.trim()
      const search = new URLSearchParams({ q, sort: 'created', per_page: String(max) })
      const { items } = await github.ask(`/search/issues?${search}`, z.object({ items: z.array(Issue) }))
      return items.map((issue) => issueOf(target, issue))
    },
    targets: async () => {
      const found: { key: string; name: string }[] = []
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const some = await github.ask(`/user/repos?per_page=${PAGE}&sort=pushed&page=${page}`, Repositories)
        for (const { full_name: name, has_issues: hasIssues, archived } of some)
          if (hasIssues !== false && archived !== true) found.push({ key: name, name })
        if (some.length < PAGE) break
      }
      return found
    },
    types: () => Promise.resolve([]),
    requiredFields: () => Promise.resolve(NO_FIELDS),
    people: null,
    create: async ({ target, title, description }) => {
      const path = `/repos/${requireRepository(target)}/issues`
      return issueOf(target, await github.post(path, Issue, { title, body: description }))
    },
    attach: null,
    upload: null,
  }
}

/** Returns the URL of the web interface for an API URL. */
const webOf = (url: string): string =>
  url === 'https://api.github.com' ? 'https://github.com' : url.replace(/\/api\/v3$/, '')

const requireRepository = (target: string): string => {
  // The name becomes part of a path: segments of dots would escape it.
  if (REPOSITORY.test(target) && !target.split('/').some((part) => /^\.+$/.test(part))) return target
  throw new TrackerFailure('not-found', 'A repository of GitHub is written as owner/name')
}
