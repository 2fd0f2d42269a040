import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { InProject, inProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { parseGitUrl } from './git-url.ts'
import { LAUNCHER_LIMITS, LAUNCHER_TEXTS } from './launcher-texts.ts'

/** Providers of repositories (REPO-01); `GIT` is any other git server, by URL. */
export const REPOSITORY_PROVIDERS = ['GITHUB', 'GITLAB', 'BITBUCKET', 'GIT'] as const
export const RepositoryProvider = z.enum(REPOSITORY_PROVIDERS)
export type RepositoryProvider = z.infer<typeof RepositoryProvider>

/** `providerSideId` of the demo repository (REPO-09). */
export const DEMO_REPOSITORY_ID = 'assay-demo'

export const isDemo = ({ providerSideId }: { providerSideId: string | null }): boolean =>
  providerSideId === DEMO_REPOSITORY_ID

/** Both features must be on for every call about launchers (LNAV-09). */
export const gates = {
  access: { project: 'launchers:write' },
  allFeatures: ['test-automation', 'launcher'],
} as const

/** Most presets have neither a schedule nor a webhook; the answer is shorter without them. */
export const RepositoryPreset = z.object({
  id: z.int(),
  name: z.string(),
  /** Status of its schedules: paused if all are. Absent without schedules. */
  schedules: z.optional(z.enum(['RUNNING', 'PAUSED'])),
  hasWebhooks: z.optional(z.literal(true)),
})
export type RepositoryPreset = z.infer<typeof RepositoryPreset>

export const RepositoryLauncher = z.object({
  id: z.int(),
  name: z.string(),
  presets: z.array(RepositoryPreset),
})

/** A repository in the sidebar (SIDE-06). */
export const RepositoryNode = z.object({
  id: z.int(),
  name: z.string(),
  provider: RepositoryProvider,
  providerSideId: z.nullable(z.string()),
  /** Whether the newest connection check succeeded. */
  verified: z.boolean(),
  launchers: z.array(RepositoryLauncher),
})
export type RepositoryNode = z.infer<typeof RepositoryNode>

/** Why git could not read a repository, as far as its output says. */
export const CONNECTION_PROBLEMS = [
  'refused',
  'unreachable',
  'internal',
  'certificate',
  'host-key',
  'too-slow',
  'too-large',
  'no-git',
] as const
export const ConnectionProblem = z.enum(CONNECTION_PROBLEMS)
export type ConnectionProblem = z.infer<typeof ConnectionProblem>

/** How a repository is read, and who added it. The token itself is never sent to clients. */
export const RepositoryCredentials = z.object({
  username: z.nullable(z.string()),
  /** A mask, or null without a token. */
  token: z.nullable(z.string()),
  /** Whether `token` is a mask. Sending the mask back with `accessTokenEncrypted` keeps the stored token. */
  tokenEncrypted: z.boolean(),
  obtainedViaOauthFlow: z.boolean(),
  ownerId: z.nullable(z.int()),
  version: z.int(),
})

export const Repository = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  htmlUrl: z.nullable(z.string()),
  provider: RepositoryProvider,
  providerSideId: z.nullable(z.string()),
  verified: z.boolean(),
  /** Problem of the newest check; null when it succeeded. */
  problem: z.nullable(ConnectionProblem),
  checkedAt: z.nullable(z.string()),
  addedBy: z.nullable(z.object({ id: z.int(), username: z.string() })),
  credentials: RepositoryCredentials,
})
export type Repository = z.infer<typeof Repository>

const path = '/api/projects/:projectKey/launcher-repositories'
export const OfRepository = z.object({ ...inProject, repoId: idInPath })
const credential = z.string().check(z.trim(), z.maxLength(LAUNCHER_LIMITS.credential))
const neededCredential = z
  .string()
  .check(z.trim(), z.minLength(1, TEXTS.required), z.maxLength(LAUNCHER_LIMITS.credential))

/** Sorted by name; the demo repository comes last. */
export const listRepositories = defineCall({
  name: 'listRepositories',
  summary: 'Repositories of a project with their launchers and presets',
  method: 'GET',
  path,
  ...gates,
  params: InProject,
  answer: z.object({ items: z.array(RepositoryNode) }),
})

export const getRepository = defineCall({
  name: 'getRepository',
  summary: 'One repository with its masked credentials',
  method: 'GET',
  path: `${path}/:repoId`,
  ...gates,
  params: OfRepository,
  answer: Repository,
})

const GitAddress = z.string().check(
  z.trim(),
  z.minLength(1, TEXTS.required),
  z.maxLength(LAUNCHER_LIMITS.gitUrl),
  z.refine((text) => !('problem' in parseGitUrl(text)), {
    error: ({ input }) => {
      const parsed = parseGitUrl(String(input))
      return 'problem' in parsed ? parsed.problem : LAUNCHER_TEXTS.gitUrl
    },
  }),
)

export const RepositoryByUrl = z.object({ url: GitAddress, username: credential, accessToken: credential })

/**
 * Requires either `url`, with username and token for a private repository, or `providerSideId` of a repository listed by the provider
 * (ADDR-13).
 */
export const addRepository = defineCall({
  name: 'addRepository',
  summary: 'Adds a repository, and checks its connection',
  method: 'POST',
  path,
  ...gates,
  params: InProject,
  body: z.object({
    provider: RepositoryProvider,
    url: z.optional(GitAddress),
    username: z.optional(credential),
    accessToken: z.optional(credential),
    providerSideId: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  }),
  answer: Repository,
})

/** Idempotent: a project has one demo repository, and a repeated call answers with it. */
export const addDemoRepository = defineCall({
  name: 'addDemoRepository',
  summary: 'Adds the demo repository with a launcher that is ready to start',
  method: 'POST',
  path: `${path}/demo`,
  ...gates,
  params: InProject,
  answer: z.object({ repository: Repository, launcherId: z.nullable(z.int()) }),
})

export const CredentialsForm = z.object({ username: neededCredential, accessToken: neededCredential })

/**
 * Updates credentials and checks the connection; the answer contains the result. With `accessTokenEncrypted`, the sent token is a mask and
 * the stored one is kept. `version`: the credentials that the author saw; 409 `stale` with the repository when another user replaced them
 * since. Without it, the newest are replaced.
 */
export const updateRepositoryCredentials = defineCall({
  name: 'updateRepositoryCredentials',
  summary: 'Replaces the credentials of a repository, and checks its connection',
  method: 'PUT',
  path: `${path}/:repoId/credentials`,
  ...gates,
  params: OfRepository,
  body: z.extend(CredentialsForm, {
    accessTokenEncrypted: z._default(z.boolean(), false),
    version: z.optional(z.int()),
  }),
  answer: Repository,
})

/** 409 if the caller is not signed in at the provider. */
export const reconnectRepository = defineCall({
  name: 'reconnectRepository',
  summary: "Reads a repository with the caller's sign-in at its provider from now on",
  method: 'POST',
  path: `${path}/:repoId/sign-in`,
  ...gates,
  params: OfRepository,
  answer: Repository,
})

export const checkRepository = defineCall({
  name: 'checkRepository',
  summary: 'Checks the connection to a repository',
  method: 'POST',
  path: `${path}/:repoId/check`,
  ...gates,
  params: OfRepository,
  answer: Repository,
})

export const deleteRepository = defineCall({
  name: 'deleteRepository',
  summary: 'Deletes a repository with its launchers and presets; launches stay',
  method: 'DELETE',
  path: `${path}/:repoId`,
  ...gates,
  params: OfRepository,
})

export const Branch = z.object({ name: z.string(), commit: z.string() })
export type Branch = z.infer<typeof Branch>

/** Reads the branches from the git server at each call. For an unreachable server, answers no branches and the problem (REPO-26). */
export const listBranches = defineCall({
  name: 'listBranches',
  summary: 'Branches of a repository',
  method: 'GET',
  path: `${path}/:repoId/branches`,
  ...gates,
  params: OfRepository,
  answer: z.object({
    items: z.array(Branch),
    defaultBranch: z.nullable(z.string()),
    problem: z.nullable(ConnectionProblem),
  }),
})
