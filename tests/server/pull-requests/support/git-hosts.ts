/** Git hosts on loopback. They check what they are sent as the hosts' published schemas describe it. */
import { z } from 'zod'
import type { GitHostKind } from '../../../../contract/pull-requests/git-hosts.ts'
import type { AskedOf } from '../../support/systems.ts'

type Answer = [status: number, body: unknown, headers?: Record<string, string>]

export interface HostedStatus {
  sha: string
  /** What identifies it among those of the commit. */
  key: string
  state: string
  description: string
  url: string
}

export interface TestGitHost {
  comments: { id: number; body: string }[]
  /** Verdicts. */
  statuses: HostedStatus[]
  /** Statuses of tests that are running. */
  pending: HostedStatus[]
  /** Merges that GitHub Actions tests, by their hash; the head is the commit of the pull request. */
  testMerges: Record<string, { base: string; head: string }>
  answers: (requested: AskedOf) => Answer | null
  /** Address to configure, for the address of the server. */
  urlOf: (serverUrl: string) => string
  repository: string
  isPassed: (status: HostedStatus | undefined) => boolean
}

export const PULL_REQUEST = 7
const PER_PAGE = 100

interface Dialect {
  /** Prefix of all paths. */
  api: string
  header: [name: string, value: string]
  account: [path: string, body: unknown]
  repository: { name: string; path: string }
  commit: { path: string; body: (sha: string, merge: { base: string; head: string } | undefined) => unknown }
  comments: {
    /** Of the pull request. */
    path: string
    /** Of one comment, before its id. */
    one: string
    update: 'PATCH' | 'PUT'
    sent: z.ZodType<string>
    shown: (comment: { id: number; body: string }) => unknown
    list: (page: unknown[], hasMore: boolean) => unknown
    isPaged: boolean
  }
  status: { path: (sha: string) => RegExp; sent: z.ZodType<Omit<HostedStatus, 'sha'>> }
  passed: string
  pending: string
}

const address = z.url().max(2000)
const BODY = z.strictObject({ body: z.string().min(1).max(65_536) }).transform(({ body }) => body)
const SHA = '([0-9a-f]{40})'

const DIALECTS: Record<GitHostKind, Dialect> = {
  github: {
    api: '/api/v3',
    header: ['authorization', 'Bearer s3cret'],
    account: ['/user', { login: 'quality', id: 1, type: 'User' }],
    repository: { name: 'team/shop', path: '/repos/team/shop' },
    commit: {
      path: '/repos/team/shop/commits/',
      body: (sha, merge) => ({
        sha,
        commit: { message: merge === undefined ? 'Adds a cart' : `Merge ${merge.head} into ${merge.base}` },
        parents: merge === undefined ? [{ sha: 'a'.repeat(40) }] : [{ sha: merge.base }, { sha: merge.head }],
      }),
    },
    comments: {
      path: `/repos/team/shop/issues/${PULL_REQUEST}/comments`,
      one: '/repos/team/shop/issues/comments/',
      update: 'PATCH',
      sent: BODY,
      shown: ({ id, body }) => ({ id, body, user: { login: 'quality' } }),
      list: (page) => page,
      isPaged: true,
    },
    status: {
      path: () => new RegExp(`^/repos/team/shop/statuses/${SHA}$`),
      sent: z
        .strictObject({
          state: z.enum(['error', 'failure', 'pending', 'success']),
          target_url: address,
          description: z.string().max(140),
          context: z.string().min(1).max(255),
        })
        .transform(({ state, target_url: url, description, context }) => ({ state, url, description, key: context })),
    },
    passed: 'success',
    pending: 'pending',
  },
  gitlab: {
    api: '',
    header: ['private-token', 's3cret'],
    account: ['/api/v4/user', { id: 1, username: 'quality', state: 'active' }],
    repository: { name: 'team/web/shop', path: '/api/v4/projects/team%2Fweb%2Fshop' },
    commit: {
      path: '/api/v4/projects/team%2Fweb%2Fshop/repository/commits/',
      body: (sha) => ({ id: sha, short_id: sha.slice(0, 8), title: 'Adds a cart' }),
    },
    comments: {
      path: `/api/v4/projects/team%2Fweb%2Fshop/merge_requests/${PULL_REQUEST}/notes`,
      one: `/api/v4/projects/team%2Fweb%2Fshop/merge_requests/${PULL_REQUEST}/notes/`,
      update: 'PUT',
      sent: z.strictObject({ body: z.string().min(1).max(1_000_000) }).transform(({ body }) => body),
      shown: ({ id, body }) => ({ id, body, system: false, author: { username: 'quality' } }),
      list: (page) => page,
      isPaged: true,
    },
    status: {
      path: () => new RegExp(`^/api/v4/projects/team%2Fweb%2Fshop/statuses/${SHA}$`),
      sent: z
        .strictObject({
          state: z.enum(['pending', 'running', 'success', 'failed', 'canceled', 'skipped']),
          ref: z.literal('cart'),
          name: z.string().min(1).max(255),
          target_url: z.url().max(255),
          description: z.string().max(255),
        })
        .transform(({ state, target_url: url, description, name }) => ({ state, url, description, key: name })),
    },
    passed: 'success',
    pending: 'running',
  },
  gitea: {
    api: '',
    header: ['authorization', 'token s3cret'],
    account: ['/api/v1/user', { id: 1, login: 'quality' }],
    repository: { name: 'team/shop', path: '/api/v1/repos/team/shop' },
    commit: {
      path: '/api/v1/repos/team/shop/git/commits/',
      body: (sha) => ({ sha, commit: { message: 'Adds a cart' } }),
    },
    comments: {
      path: `/api/v1/repos/team/shop/issues/${PULL_REQUEST}/comments`,
      one: '/api/v1/repos/team/shop/issues/comments/',
      update: 'PATCH',
      sent: BODY,
      shown: ({ id, body }) => ({ id, body, user: { login: 'quality' } }),
      list: (page) => page,
      isPaged: false,
    },
    status: {
      path: () => new RegExp(`^/api/v1/repos/team/shop/statuses/${SHA}$`),
      sent: z
        .strictObject({
          state: z.enum(['pending', 'success', 'error', 'failure', 'warning']),
          target_url: address,
          description: z.string(),
          context: z.string().min(1).max(255),
        })
        .transform(({ state, target_url: url, description, context }) => ({ state, url, description, key: context })),
    },
    passed: 'success',
    pending: 'pending',
  },
  bitbucket: {
    api: '/2.0',
    header: ['authorization', 'Bearer s3cret'],
    account: ['/user', { display_name: 'Quality', type: 'user' }],
    repository: { name: 'team/shop', path: '/repositories/team/shop' },
    commit: { path: '/repositories/team/shop/commit/', body: (sha) => ({ hash: sha, type: 'commit' }) },
    comments: {
      path: `/repositories/team/shop/pullrequests/${PULL_REQUEST}/comments`,
      one: `/repositories/team/shop/pullrequests/${PULL_REQUEST}/comments/`,
      update: 'PUT',
      sent: z
        .strictObject({ content: z.strictObject({ raw: z.string().min(1).max(32_768) }) })
        .transform(({ content }) => content.raw),
      shown: ({ id, body }) => ({ id, deleted: false, content: { raw: body, markup: 'markdown' } }),
      list: (values, hasMore) => ({ values, ...(hasMore ? { next: 'https://api.bitbucket.org/2.0/next' } : {}) }),
      isPaged: true,
    },
    status: {
      path: () => new RegExp(`^/repositories/team/shop/commit/${SHA}/statuses/build$`),
      sent: z
        .strictObject({
          key: z.string().min(1).max(40),
          state: z.enum(['SUCCESSFUL', 'FAILED', 'INPROGRESS', 'STOPPED']),
          name: z.string().max(255),
          url: address,
          description: z.string().max(255),
        })
        .transform(({ key, state, url, description }) => ({ key, state, url, description })),
    },
    passed: 'SUCCESSFUL',
    pending: 'INPROGRESS',
  },
}

/** A host with one repository and one pull request, and one account whose token is `s3cret`. */
export const aGitHost = (kind: GitHostKind): TestGitHost => {
  const dialect = DIALECTS[kind]
  const { comments: of } = dialect
  let lastId = 0
  const host: TestGitHost = {
    comments: [],
    statuses: [],
    pending: [],
    testMerges: {},
    repository: dialect.repository.name,
    urlOf: (serverUrl) => serverUrl + dialect.api,
    isPassed: (status) => status?.state === dialect.passed,
    answers: ({ method, path, headers, body }) => {
      const [header, value] = dialect.header
      if (headers[header] !== value) return [401, { message: 'Bad credentials' }]
      const { pathname, searchParams } = new URL(path, 'http://host.test')
      if (!pathname.startsWith(`${dialect.api}/`)) return null
      const at = pathname.slice(dialect.api.length)
      if (method === 'GET' && at === dialect.account[0]) return [200, dialect.account[1]]
      if (method === 'GET' && at === dialect.repository.path) return [200, { id: 1, full_name: 'team/shop' }]
      if (method === 'GET' && at.startsWith(dialect.commit.path)) {
        const sha = at.slice(dialect.commit.path.length).padEnd(40, '0')
        return [200, dialect.commit.body(sha, host.testMerges[sha])]
      }
      if (at === of.path && method === 'GET') {
        const page = Number(searchParams.get('page') ?? 1)
        const from = of.isPaged ? (page - 1) * PER_PAGE : 0
        const until = of.isPaged ? from + PER_PAGE : host.comments.length
        return [200, of.list(host.comments.slice(from, until).map(of.shown), host.comments.length > until)]
      }
      if (headers['content-type'] !== 'application/json') return null
      const json: unknown = JSON.parse(body)
      if (at === of.path && method === 'POST') {
        const comment = { id: (lastId += 1), body: of.sent.parse(json) }
        host.comments.push(comment)
        return [201, of.shown(comment)]
      }
      if (at.startsWith(of.one) && method === of.update) {
        const comment = host.comments.find(({ id }) => String(id) === at.slice(of.one.length))
        if (comment === undefined) return [404, { message: 'Not Found' }]
        comment.body = of.sent.parse(json)
        return [200, of.shown(comment)]
      }
      const [, sha] = method === 'POST' ? (dialect.status.path('').exec(at) ?? []) : []
      if (sha !== undefined) {
        const status = { sha, ...dialect.status.sent.parse(json) }
        ;(status.state === dialect.pending ? host.pending : host.statuses).push(status)
        return [201, { id: host.statuses.length, ...status }]
      }
      return null
    },
  }
  return host
}
