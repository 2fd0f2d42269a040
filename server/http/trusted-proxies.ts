import ipaddr from 'ipaddr.js'

type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean)

const PRIVATE: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

const isPrivate = (address: string): boolean => ipaddr.isValid(address) && PRIVATE.has(ipaddr.process(address).range())

const isAddressOrRange = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text)

/**
 * Parses which reverse proxies may name the caller's address in X-Forwarded-For: `false`, a number of proxies (`true` is one), or
 * their addresses and ranges with commas between. Returns null for anything else.
 *
 * The number counts from the server outwards, so what a client writes itself is never reached. Each proxy that is only counted must
 * have a private address: a client that reaches the server from the internet, past the proxy, is not taken for one.
 */
export const parseTrustedProxies = (text: string): TrustedProxies | null => {
  if (text === 'false' || text === '0') return false
  if (text === 'true') return trustHops(1)
  if (/^\d{1,2}$/.test(text)) return trustHops(Number(text))
  const proxies = text.split(',').map((one) => one.trim())
  return proxies.every(isAddressOrRange) ? proxies : null
}

const trustHops =
  (hops: number) =>
  (address: string, hop: number): boolean =>
    hop < hops && isPrivate(address)
