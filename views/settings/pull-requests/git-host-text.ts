import { webOf, type GitHost, type GitHostKind } from '../../../contract/pull-requests/git-hosts.ts'

/** What is entered for a kind of git host, and where its token comes from. */
export const HOST_FORMS: Record<
  GitHostKind,
  { address: string; initial: string; placeholder: string; about: string; repository: string; token: string }
> = {
  github: {
    address: 'API address',
    initial: 'https://api.github.com',
    placeholder: 'https://api.github.com',
    about: 'GitHub Enterprise Server: https://host/api/v3',
    repository: 'team/shop',
    token: 'Fine-grained token with Contents: read, Pull requests: write and Commit statuses: write',
  },
  gitlab: {
    address: 'Address',
    initial: 'https://gitlab.com',
    placeholder: 'https://gitlab.com',
    about: 'Address of the web interface',
    repository: 'team/web/shop',
    token: 'Access token with the scope api and the role Developer',
  },
  gitea: {
    address: 'Address',
    initial: '',
    placeholder: 'https://gitea.example',
    about: 'Address of the web interface, also of Forgejo',
    repository: 'team/shop',
    token: 'Token with read:user, write:issue and write:repository',
  },
  bitbucket: {
    address: 'API address',
    initial: 'https://api.bitbucket.org/2.0',
    placeholder: 'https://api.bitbucket.org/2.0',
    about: 'Bitbucket Cloud',
    repository: 'team/shop',
    token: 'Access token with Repositories: read and write, and Pull requests: write',
  },
}

/** Names the host of the web interface. */
export const hostOf = ({ kind, url }: Pick<GitHost, 'kind' | 'url'>): string => {
  const web = webOf(kind, url)
  return URL.canParse(web) ? new URL(web).host : url
}

export const reportedAs = ({ comments, statuses }: Pick<GitHost, 'comments' | 'statuses'>): string =>
  comments && statuses
    ? 'Comments and commit statuses'
    : comments
      ? 'Comments'
      : statuses
        ? 'Commit statuses'
        : 'Neither comments nor commit statuses'
