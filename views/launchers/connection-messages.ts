import type { ConnectionProblem } from '../../contract/launchers/repositories.ts'

/** Advice for a repository that cannot be read. */
export const PROBLEM_MESSAGES: Record<ConnectionProblem, string> = {
  refused: 'The git server refused the credentials, or there is no such repository.',
  unreachable: 'The git server could not be reached.',
  internal:
    'The address is in an internal network. The owner of the server can allow it with ALLOW_INTERNAL_ADDRESSES.',
  certificate: "The git server's certificate is not trusted.",
  'host-key':
    "The git server's SSH host key is not known. The owner of the server adds it to git/known_hosts in the data folder.",
  'too-slow': 'The git server took too long to answer.',
  'too-large': 'The repository has too many branches to list.',
  'no-git': 'The server has no git. Its owner installs the package git.',
}
