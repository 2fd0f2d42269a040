import ipaddr from 'ipaddr.js'

/** Whether a peer is a proxy that may name the one before it; hop 0 is the one that is connected to the server. */
export type TrustedProxies = (address: string, hop: number) => boolean

const PRIVATE: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** The same for a value that the configuration has checked. */
export const trustedProxiesOf = (text: string): TrustedProxies => {
  const trusted = parseTrustedProxies(text)
  if (trusted === null) throw new Error(`TRUST_PROXY is ${text}`)
  return trusted
}

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
  if (text === 'false') return trustHops(0)
  if (text === 'true') return trustHops(1)
  if (/^\d{1,2}$/.test(text)) return trustHops(Number(text))
  const proxies = text.split(',').map((one) => one.trim())
  return proxies.every(isAddressOrRange) ? trustAddresses(proxies) : null
}

/** Returns the caller's address: the nearest peer, from the server outwards, that is no trusted proxy. */
export const callerAddress = (
  remoteAddress: string,
  forwardedFor: string | undefined,
  isTrusted: TrustedProxies,
): string => {
  const forwarded = (forwardedFor ?? '').split(',').map((one) => one.trim())
  const peers = [remoteAddress, ...forwarded.reverse().filter((one) => one !== '')]
  return peers.find((peer, hop) => !isTrusted(peer, hop)) ?? peers.at(-1) ?? remoteAddress
}

const trustAddresses = (proxies: readonly string[]): TrustedProxies => {
  const ranges = proxies.map((one) => {
    const parsed = ipaddr.isValidCIDR(one) ? one : `${one}/${one.includes(':') ? 128 : 32}`
    return ipaddr.parseCIDR(parsed)
  })
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const peer = ipaddr.process(address)
    return ranges.some(([range, bits]) => peer.kind() === range.kind() && peer.match(range, bits))
  }
}

const trustHops =
  (hops: number) =>
  (address: string, hop: number): boolean =>
    hop < hops && isPrivate(address)
