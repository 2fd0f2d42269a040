/** Where a launch comes from: the revision that was tested, and the build of the CI server that tested it. */
import { z } from 'zod/mini'
import { isWebAddress } from '../links.ts'
import { clean } from './clean.ts'

const MAX_TEXT = 255
const MAX_URL = 2000

/** Null, absent and blank texts mean that the field is unknown. */
const text = (max: number) =>
  z.pipe(
    z.pipe(
      z.nullish(z.union([z.string(), z.int()])),
      z.transform((value) => clean(String(value ?? '')).trim()),
    ),
    z.string().check(z.maxLength(max, `Must be at most ${max} characters`)),
  )
const name = text(MAX_TEXT)
const matching = (of: z.ZodMiniType<string>, pattern: RegExp, message: string) =>
  z.pipe(of, z.string().check(z.refine((value) => value === '' || pattern.test(value), message)))
const url = matching(
  z.pipe(
    text(MAX_URL),
    z.transform((value: string) => webAddressOf(value) ?? value),
  ),
  /^https?:\/\//i,
  'Must be an address with http:// or https://',
)

const fields = {
  /** Hash of the commit, or its first digits, in lower case. */
  commit: matching(
    z.pipe(
      text(MAX_TEXT),
      z.transform((value: string) => value.toLowerCase()),
    ),
    /^[0-9a-f]{7,64}$/,
    'Must be 7 to 64 hexadecimal digits',
  ),
  branch: name,
  /** Branch that the pull request is to be merged into. */
  baseBranch: name,
  /** Number of the pull request or merge request. */
  pullRequest: matching(text(MAX_TEXT), /^[1-9]\d{0,8}$/, 'Must be the number of a pull request'),
  /** Name of the product, as `GitHub Actions`. */
  ciServer: name,
  buildUrl: url,
  buildNumber: name,
  /** Name of the job of the build. */
  job: name,
  repositoryUrl: url,
} as const
export type OriginField = keyof typeof fields
export const ORIGIN_FIELDS = Object.keys(fields) as readonly OriginField[]

/** Known fields only. */
export type LaunchOrigin = { [Field in OriginField]?: string }

/** Fields that a caller states: a wrong one is an error. */
export const StatedOrigin = z.pipe(
  z.object(fields),
  z.transform((given): LaunchOrigin => originOf(ORIGIN_FIELDS.map((field) => [field, given[field]]))),
)

/** Origin in answers: known fields only. */
export const ShownOrigin = z.partialRecord(z.enum(ORIGIN_FIELDS), z.string())

const originOf = (entries: readonly (readonly [OriginField, string | undefined])[]): LaunchOrigin =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))

/** Returns the fields that a report or an environment has, without those that are not valid: it was not written for us. */
export const readableOrigin = (found: { readonly [Field in OriginField]?: unknown }): LaunchOrigin =>
  originOf(ORIGIN_FIELDS.map((field) => [field, fields[field].safeParse(found[field]).data]))

/** Returns the fields of all origins; of a field that several have, the value of the first. */
export const mergeOrigins = (...origins: readonly (LaunchOrigin | null | undefined)[]): LaunchOrigin =>
  origins.reduceRight<LaunchOrigin>((merged, origin) => ({ ...merged, ...origin }), {})

/**
 * Returns the http(s) address of a page for an address of a repository or build: without user, password and `.git`; null for others.
 * Understands `git@host:path`, `ssh://` and `git://`.
 */
export const webAddressOf = (address: string): string | null => {
  const [, host, path] = /^(?:[\w.-]+@)([\w.-]+):(?!\/)(.+)$/.exec(address) ?? []
  const given = host === undefined ? address : `https://${host}/${path}`
  const asWeb = given.replace(/^(?:ssh|git|git\+ssh):\/\//i, 'https://')
  if (!isWebAddress(asWeb) || !URL.canParse(asWeb)) return null
  const parsed = new URL(asWeb)
  parsed.username = ''
  parsed.password = ''
  if (!isWebAddress(given)) parsed.port = ''
  return parsed.href.replace(/\.git\/?$/, '')
}

/** Names of variables, properties and labels by which tools and teams state the fields, in lower case without separators. */
const PROPERTIES: Readonly<Record<string, OriginField>> = {
  commit: 'commit',
  commitsha: 'commit',
  commithash: 'commit',
  commitid: 'commit',
  gitcommit: 'commit',
  gitcommitsha: 'commit',
  gitcommithash: 'commit',
  gitcommitid: 'commit',
  gitsha: 'commit',
  vcsrevision: 'commit',
  branch: 'branch',
  branchname: 'branch',
  gitbranch: 'branch',
  gitbranchname: 'branch',
  vcsbranch: 'branch',
  basebranch: 'baseBranch',
  targetbranch: 'baseBranch',
  pullrequest: 'pullRequest',
  pullrequestnumber: 'pullRequest',
  mergerequest: 'pullRequest',
  mergerequestiid: 'pullRequest',
  ciserver: 'ciServer',
  buildurl: 'buildUrl',
  cibuildurl: 'buildUrl',
  cijoburl: 'buildUrl',
  buildnumber: 'buildNumber',
  cibuildnumber: 'buildNumber',
  jobname: 'job',
  cijobname: 'job',
  repositoryurl: 'repositoryUrl',
  repourl: 'repositoryUrl',
  giturl: 'repositoryUrl',
  gitrepositoryurl: 'repositoryUrl',
}

/** Returns the fields that properties or labels state by a clear name, such as `branch` or `git.commit`. The first of each field counts. */
export const originInProperties = (properties: Iterable<readonly [name: string, value: string]>): LaunchOrigin => {
  const found: { [Field in OriginField]?: string } = {}
  for (const [key, value] of properties) {
    if (key.length > MAX_TEXT) continue
    const field = PROPERTIES[key.toLowerCase().replaceAll(/[\s._-]+/g, '')]
    if (field !== undefined && value.trim() !== '') found[field] ??= value
  }
  return readableOrigin(found)
}

/** Returns the first digits of a commit, as people write it. */
export const shortCommit = (commit: string): string => commit.slice(0, 8)

/** Paths below a repository, by the host or the CI server. Others are like GitHub's, as those of Gitea are. */
const LINK_PATHS = [
  { host: /(?:^|\.)gitlab\./, ciServer: 'GitLab CI', commit: '/-/commit/', pullRequest: '/-/merge_requests/' },
  { host: /^bitbucket\.org$/, ciServer: 'Bitbucket Pipelines', commit: '/commits/', pullRequest: '/pull-requests/' },
  { host: /^dev\.azure\.com$|\.visualstudio\.com$/, ciServer: null, commit: '/commit/', pullRequest: '/pullrequest/' },
] as const

/** Returns the addresses of the pages of the commit and the pull request; null where they are not known. */
export const originLinks = (origin: LaunchOrigin): Record<'commit' | 'pullRequest', string | null> => {
  const { repositoryUrl, ciServer } = origin
  if (repositoryUrl === undefined || !URL.canParse(repositoryUrl)) return { commit: null, pullRequest: null }
  const { hostname } = new URL(repositoryUrl)
  const paths = LINK_PATHS.find(
    (one) => one.host.test(hostname) || (one.ciServer !== null && one.ciServer === ciServer),
  )
  const link = (field: 'commit' | 'pullRequest', path: string): string | null =>
    origin[field] === undefined ? null : `${repositoryUrl.replace(/\/$/, '')}${path}${origin[field]}`
  return {
    commit: link('commit', paths?.commit ?? '/commit/'),
    pullRequest: link('pullRequest', paths?.pullRequest ?? '/pull/'),
  }
}
