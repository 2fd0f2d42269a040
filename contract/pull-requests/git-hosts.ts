/** Git hosts that show the results of launches on their pull requests. */
import { z } from 'zod/mini'
import { callsOf, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { isPlainAddress } from '../links.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { PULL_REQUEST_LIMITS as MAX, PULL_REQUEST_TEXTS } from './texts.ts'

export const GIT_HOST_KINDS = ['github', 'gitlab', 'gitea', 'bitbucket'] as const
export const GitHostKind = z.enum(GIT_HOST_KINDS)
export type GitHostKind = z.infer<typeof GitHostKind>

export const GitHost = z.object({
  id: z.int(),
  kind: GitHostKind,
  /** Address of the API for GitHub and Bitbucket, of the web interface for the others. */
  url: z.string(),
  /** Paths of the repositories, as `owner/name`. Nothing is sent to others. */
  repositories: z.array(z.string()),
  isOn: z.boolean(),
  /** Whether launches are reported by a comment on their pull request. */
  comments: z.boolean(),
  /** Whether launches are reported by a status of their commit. */
  statuses: z.boolean(),
  tokenEnteredAt: z.string(),
})
export type GitHost = z.infer<typeof GitHost>

export const GIT_HOST_NAMES: Record<GitHostKind, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea',
  bitbucket: 'Bitbucket',
}

/** Returns the address of the web interface for the address of a git host, without a slash at its end. */
export const webOf = (kind: GitHostKind, url: string): string => {
  const address = url.replace(/\/{1,100}$/, '')
  if (address === 'https://api.github.com') return 'https://github.com'
  if (address === 'https://api.bitbucket.org/2.0') return 'https://bitbucket.org'
  return kind === 'github'
    ? address.replace(/\/api\/v3$/, '')
    : kind === 'bitbucket'
      ? address.replace(/\/2\.0$/, '')
      : address
}

/**
 * Returns the repository of a git host that has this web address; null if the host does not serve it. Hosts and paths are compared without
 * case, as git hosts do; the scheme does not count, because addresses for SSH have none.
 */
export const servedRepository = (
  { kind, url, repositories }: Pick<GitHost, 'kind' | 'url' | 'repositories'>,
  repositoryUrl: string,
): string | null => {
  const place = placeOf(repositoryUrl)
  const web = placeOf(webOf(kind, url))
  if (place === null || web === null) return null
  return repositories.find((repository) => place === `${web}/${repository.toLowerCase()}`) ?? null
}

const PULL_REQUEST_PATHS: Record<GitHostKind, string> = {
  github: '/pull/',
  gitlab: '/-/merge_requests/',
  gitea: '/pulls/',
  bitbucket: '/pull-requests/',
}

/** Returns the address of the page of a pull request. */
export const pullRequestUrl = (kind: GitHostKind, repositoryUrl: string, number: number): string =>
  `${repositoryUrl}${PULL_REQUEST_PATHS[kind]}${number}`

/** Returns host and path of an address in lower case. */
const placeOf = (address: string): string | null => {
  if (!URL.canParse(address)) return null
  const { host, pathname } = new URL(address)
  return `${host}${pathname.replace(/\/{1,100}$/, '')}`.toLowerCase()
}

const SEGMENT = /^[\w.-]{1,100}$/
const isRepository = (kind: GitHostKind, path: string): boolean => {
  const segments = path.split('/')
  const isNested = kind === 'gitlab' && segments.length <= 22
  return (
    (segments.length === 2 || (segments.length > 2 && isNested)) &&
    // Segments of dots would lead to another address.
    segments.every((segment) => SEGMENT.test(segment) && !/^\.+$/.test(segment))
  )
}

/** Returns validation errors by field. `hasToken`: the host has a stored token, so the field may be empty. */
export const gitHostProblems = (
  { kind, repositories, token }: Pick<GitHostValues, 'kind' | 'repositories' | 'token'>,
  hasToken: boolean,
): { repositories?: string; token?: string } => {
  const wrong = repositories.find((path) => !isRepository(kind, path))
  return {
    ...(repositories.length === 0 ? { repositories: PULL_REQUEST_TEXTS.repositoriesRequired } : {}),
    ...(wrong === undefined ? {} : { repositories: PULL_REQUEST_TEXTS.repositoryForm(wrong.slice(0, 100)) }),
    ...(token === '' && !hasToken ? { token: TEXTS.required } : {}),
  }
}

const repositories = z
  .array(z.string().check(z.trim(), z.maxLength(MAX.repositoryPath)))
  .check(z.maxLength(MAX.repositories, `Name at most ${MAX.repositories} repositories`))
const url = z.string().check(
  z.trim(),
  z.minLength(1, { error: TEXTS.required, abort: true }),
  z.maxLength(MAX.address, `Must be at most ${MAX.address} characters`),
  z.refine((value) => isPlainAddress(value), PULL_REQUEST_TEXTS.address),
)
const token = z.string().check(z.trim(), z.maxLength(MAX.token, `Must be at most ${MAX.token} characters`))

/** Fields of a form that are entered as they are sent. */
export const GitHostConnection = z.object({ kind: GitHostKind, url, token })

export const GitHostValues = z.extend(GitHostConnection, {
  repositories,
  isOn: z._default(z.boolean(), true),
  comments: z._default(z.boolean(), true),
  statuses: z._default(z.boolean(), true),
})
export type GitHostValues = z.infer<typeof GitHostValues>

/** An edit as in `concurrent-edits.ts`. The kind cannot change. An omitted or empty token keeps the stored one; 400 if the address changes without it. */
export const GitHostChange = z.extend(
  withExpected(
    z.object({
      url: z.optional(url),
      repositories: z.optional(repositories),
      isOn: z.optional(z.boolean()),
      comments: z.optional(z.boolean()),
      statuses: z.optional(z.boolean()),
    }),
  ),
  { token: z.optional(token) },
)
export type GitHostChange = z.infer<typeof GitHostChange>

/** Reading also requires permission to change the settings, because it shows which systems the project is connected to. */
const gates = {
  read: { project: 'settings:write' },
  write: { project: 'settings:write' },
  feature: 'test-automation',
} as const
const hostCalls = callsOf({ path: '/api/projects/:projectKey/git-hosts', params: InProject, ...gates })
const oneHostCalls = callsOf({
  path: '/api/projects/:projectKey/git-hosts/:gitHostId',
  params: z.object({ ...inProject, gitHostId: idInPath }),
  ...gates,
})

/** In the order in which they were added. */
export const listGitHosts = hostCalls.get('listGitHosts', 'Git hosts whose pull requests show results', {
  answer: z.object({ items: z.array(GitHost) }),
})
export const createGitHost = hostCalls.post('createGitHost', 'Connects a git host to a project', {
  body: GitHostValues,
  answer: GitHost,
})
export const updateGitHost = oneHostCalls.patch('updateGitHost', 'Changes a git host, or switches it on or off', {
  body: GitHostChange,
  answer: GitHost,
})
export const deleteGitHost = oneHostCalls.delete('deleteGitHost', 'Removes a git host with its token')

/** Reads the account and each repository with the stored token. Writes nothing at the host. */
export const checkGitHost = oneHostCalls.post('checkGitHost', 'Checks the connection to a git host', {
  path: '/check',
  answer: z.object({
    /** Null if the check succeeded. */
    problem: z.nullable(z.string()),
    /** Account of the token; null if the host does not name it. */
    account: z.nullable(z.string()),
  }),
})
