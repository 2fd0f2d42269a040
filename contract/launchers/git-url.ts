import { LAUNCHER_TEXTS } from './launcher-texts.ts'

/** A URL from which git can clone. */
export interface GitUrl {
  /** The URL passed to git; `git@host:path` becomes `ssh://git@host/path`. */
  url: string
  /** The last two segments of the path, such as 'larkspur/shop-e2e'. */
  name: string
  /** URL of the repository's page; null if it cannot be derived. */
  htmlUrl: string | null
}

const SCP_LIKE = /^([\w.-]{1,64})@([\w.-]{1,253}):([^:\s]{1,1000})$/
const SCHEMES = ['https:', 'http:', 'ssh:']

/** Parses the URL of a git repository. Returns an error message for an invalid one. */
export const parseGitUrl = (text: string): GitUrl | { problem: string } => {
  const given = text.trim()
  const scp = SCP_LIKE.exec(given)
  const written = scp === null ? given : `ssh://${scp[1]}@${scp[2]}/${(scp[3] ?? '').replace(/^\/+/, '')}`
  if (!URL.canParse(written)) return { problem: LAUNCHER_TEXTS.gitUrl }
  const url = new URL(written)
  if (!SCHEMES.includes(url.protocol) || url.hostname === '' || url.hostname.startsWith('-'))
    return { problem: LAUNCHER_TEXTS.gitUrl }
  if (url.password !== '' || (url.username !== '' && url.protocol !== 'ssh:'))
    return { problem: LAUNCHER_TEXTS.gitUrlCredentials }
  url.hash = ''
  url.search = ''
  const parts = url.pathname.split('/').filter((part) => part !== '')
  if (parts.length === 0) return { problem: LAUNCHER_TEXTS.gitUrl }
  const path = parts.join('/').replace(/\.git$/, '')
  const isWeb = url.protocol !== 'ssh:'
  return {
    url: `${url.protocol}//${url.username === '' ? '' : `${url.username}@`}${url.host}/${parts.join('/')}`,
    name: decoded(path.split('/').slice(-2).join('/')),
    htmlUrl: isWeb ? `${url.protocol}//${url.host}/${path}` : null,
  }
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
