import ipaddr from 'ipaddr.js'
import type { FastifyRequest } from 'fastify'

/** Where a sign-in comes from, as it is stored. */
export interface Client {
  userAgent: string | null
  address: string | null
}

const MOST_CHARACTERS = 400

/** Returns the browser and the address of a request. Both are the caller's own words, and cut to size. */
export const clientOf = ({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Client => ({
  userAgent: headers['user-agent']?.slice(0, MOST_CHARACTERS) ?? null,
  address: ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : null,
})

// In this order: Edge and Opera name Chrome as well, and Chrome names Safari.
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

// Android names Linux, and phones of Apple name Mac OS X.
const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Macintosh', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
]

/** Returns words for a user agent, as in `Firefox on Windows`. */
export const deviceOf = (userAgent: string | null): string => {
  const find = (names: typeof BROWSERS) => names.find(([mark]) => userAgent?.includes(mark))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser === undefined && system === undefined) return 'Unknown device'
  return system === undefined ? (browser ?? '') : `${browser ?? 'Unknown browser'} on ${system}`
}
