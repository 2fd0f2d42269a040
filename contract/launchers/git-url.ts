import { LAUNCHER_TEXTS } from './launcher-texts.ts'

/** An address that git can clone from. */
export interface GitUrl {
  /** As git is given it; `git@host:path` is written as `ssh://git@host/path`. */
  url: string
  /** The last two parts of the path: 'larkspur/shop-e2e'. */
  name: string
  /** Page that people open; null where the address says nothing about one. */
  htmlUrl: string | null
}

const SCP_LIKE = /^([\w.-]{1,64})@([\w.-]{1,253}):([^:\s]{1,1000})$/
const SCHEMES = ['https:', 'http:', 'ssh:']

/** Parses the address of a git repository. Returns the address, or an error message for an invalid one. */
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
