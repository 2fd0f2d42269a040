import type { Outgoing } from '../../outgoing/outgoing.ts'
import { createBitbucketCloudClient, createBitbucketServerClient } from './bitbucket.ts'
import { createGithubClient } from './github.ts'
import { createGitlabClient } from './gitlab.ts'
import type { Account, ProviderClient } from './provider-client.ts'

/** Returns the client for the provider of an account. */
export const clientFor = (
  outgoing: Outgoing,
  { provider, baseUrl }: Pick<Account, 'provider' | 'baseUrl'>,
): ProviderClient => {
  if (provider === 'GITHUB') return createGithubClient(outgoing)
  if (provider === 'GITLAB') return createGitlabClient(outgoing)
  return baseUrl === 'https://bitbucket.org'
    ? createBitbucketCloudClient(outgoing)
    : createBitbucketServerClient(outgoing)
}
