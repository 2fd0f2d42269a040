import ipaddr from 'ipaddr.js'
import type { FastifyRequest } from 'fastify'

/** Origin of a sign-in, as stored. */
export interface Client {
  userAgent: string | null
  address: string | null
}

const MAX_CHARACTERS = 400

/** Returns user agent and address of a request. Both are set by the client, and truncated. */
export const clientOf = ({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Client => ({
  userAgent: headers['user-agent']?.slice(0, MAX_CHARACTERS) ?? null,
  address: ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : null,
})

// Order matters: Edge and Opera also name Chrome, and Chrome names Safari.
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]

// Order matters: Android also names Linux, and iPhones name Mac OS X.
const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Macintosh', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
]

/** Formats a user agent, such as `Firefox on Windows`. */
export const deviceOf = (userAgent: string | null): string => {
  const find = (names: typeof BROWSERS) => names.find(([mark]) => userAgent?.includes(mark))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser === undefined && system === undefined) return 'Unknown device'
  return system === undefined ? (browser ?? '') : `${browser ?? 'Unknown browser'} on ${system}`
}
