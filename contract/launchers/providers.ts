import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { inProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { LAUNCHER_LIMITS } from './launcher-texts.ts'
import { gates } from './repositories.ts'

/** Providers whose API lists repositories. */
export const VCS_PROVIDERS = ['GITHUB', 'GITLAB', 'BITBUCKET'] as const
export const VcsProvider = z.enum(VCS_PROVIDERS)
export type VcsProvider = z.infer<typeof VcsProvider>

const path = '/api/projects/:projectKey/vcs-providers/:provider'
const OfProvider = z.object({ ...inProject, provider: VcsProvider })

/** A user's sign-in at a provider. */
export const ProviderAccount = z.object({
  baseUrl: z.string(),
  username: z.nullable(z.string()),
  obtainedViaOauthFlow: z.boolean(),
})
export type ProviderAccount = z.infer<typeof ProviderAccount>

export const VcsConfiguration = z.object({
  baseUrl: z.string(),
  /** URL for signing in at the provider; null if OAuth is not configured on the server. */
  authorizeUrl: z.nullable(z.string()),
  /** What the server's owner must configure: the callback URL to register, and the names of the settings. */
  setUp: z.object({ callbackUrl: z.string(), settings: z.array(z.string()) }),
  account: z.nullable(ProviderAccount),
})
export type VcsConfiguration = z.infer<typeof VcsConfiguration>

export const getVcsConfiguration = defineCall({
  name: 'getVcsConfiguration',
  summary: "How a provider is signed in to, and the caller's sign-in",
  method: 'GET',
  path: `${path}/configuration`,
  ...gates,
  params: OfProvider,
  query: z.object({
    /** Repository from which the sign-in was started, to sign in to it again. */
    repoId: z.optional(z.string().check(z.maxLength(20), z.regex(/^\d+$/))),
    /** Parameters of the page's address, which it has again after the sign-in. */
    search: z._default(z.string().check(z.maxLength(200)), ''),
    from: z._default(z.string().check(z.maxLength(20)), ''),
  }),
  answer: VcsConfiguration,
})

export const ProviderRepository = z.object({
  providerSideId: z.string(),
  name: z.string(),
  htmlUrl: z.string(),
  isPrivate: z.boolean(),
  /** Id of the repository in this project if it was already added. */
  addedAs: z.nullable(z.int()),
})
export type ProviderRepository = z.infer<typeof ProviderRepository>

/** 409 without a sign-in, or with one that the provider rejects. */
export const listProviderRepositories = defineCall({
  name: 'listProviderRepositories',
  summary: 'Repositories that the provider lists for the caller',
  method: 'GET',
  path: `${path}/repositories`,
  ...gates,
  params: OfProvider,
  query: z.object({ q: z._default(z.string().check(z.maxLength(200)), '') }),
  answer: z.object({ items: z.array(ProviderRepository) }),
})

/** 400 when the code or its state is invalid or expired. */
export const exchangeOauthCode = defineCall({
  name: 'exchangeOauthCode',
  summary: 'Ends the sign-in at a provider',
  method: 'POST',
  path: `${path}/oauth-code`,
  ...gates,
  params: OfProvider,
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(4000)),
    state: z.string().check(z.minLength(1), z.maxLength(4000)),
  }),
  answer: ProviderAccount,
})

export const TokenForm = z.object({
  baseUrl: z.string().check(
    z.trim(),
    z.maxLength(500),
    z.refine((text) => text === '' || /^https?:\/\/[^/\s?#@]+/.test(text), {
      error: 'Enter the address of the server, as https://git.example.com',
    }),
  ),
  username: z.string().check(z.trim(), z.maxLength(LAUNCHER_LIMITS.credential)),
  accessToken: z.string().check(z.trim(), z.minLength(1, TEXTS.required), z.maxLength(LAUNCHER_LIMITS.credential)),
})

/** Stores the token if the provider accepts it. An empty address means the provider's public server. */
export const signInWithToken = defineCall({
  name: 'signInWithToken',
  summary: 'Signs the caller in to a provider with a token',
  method: 'PUT',
  path: `${path}/account`,
  ...gates,
  params: OfProvider,
  body: TokenForm,
  answer: ProviderAccount,
})

export const signOutOfProvider = defineCall({
  name: 'signOutOfProvider',
  summary: "Forgets the caller's sign-in at a provider; repositories added with it by OAuth need another",
  method: 'DELETE',
  path: `${path}/account`,
  ...gates,
  params: OfProvider,
})
