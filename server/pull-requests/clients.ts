import type { GitHostKind } from '../../contract/pull-requests/git-hosts.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { bitbucketClient } from './hosts/bitbucket.ts'
import { giteaClient } from './hosts/gitea.ts'
import { gitHubClient } from './hosts/github.ts'
import { gitLabClient } from './hosts/gitlab.ts'
import type { ClientParts, GitHostClient, OpenClient } from './hosts/host.ts'
import { placeOf, type GitHostRow } from './stored.ts'

const OPEN: Record<GitHostKind, OpenClient> = {
  github: gitHubClient,
  gitlab: gitLabClient,
  gitea: giteaClient,
  bitbucket: bitbucketClient,
}

/** Returns the client of a git host; null if its token cannot be decrypted. */
export const openClient = (
  host: GitHostRow,
  { secrets, ...parts }: ClientParts & { secrets: Secrets },
): GitHostClient | null => {
  const token = secrets.open(host.token, placeOf(host))
  return token === null ? null : OPEN[host.kind]({ url: host.url, token }, parts)
}
