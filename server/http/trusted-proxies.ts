import ipaddr from 'ipaddr.js'

/** Returns whether a peer is a trusted proxy, whose X-Forwarded-For entry counts; hop 0 is directly connected to the server. */
export type TrustedProxies = (address: string, hop: number) => boolean

const PRIVATE: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** Parses a value that the configuration has validated. */
export const trustedProxiesOf = (text: string): TrustedProxies => {
  const trusted = parseTrustedProxies(text)
  if (trusted === null) throw new Error(`TRUST_PROXY is ${text}`)
  return trusted
}

const isPrivate = (address: string): boolean => ipaddr.isValid(address) && PRIVATE.has(ipaddr.process(address).range())

const isAddressOrRange = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text)

/**
 * Parses which reverse proxies are trusted to set the caller's address in X-Forwarded-For: `false`, a number of proxies (`true` is one), or
 * comma-separated addresses and ranges. Null for anything else. The number counts from the server outwards, so that entries written by the
 * client itself are never used. Counted proxies must have private addresses: a client that bypasses the proxy from the internet is not
 * trusted.
 */
export const parseTrustedProxies = (text: string): TrustedProxies | null => {
  if (text === 'false') return trustHops(0)
  if (text === 'true') return trustHops(1)
  if (/^\d{1,2}$/.test(text)) return trustHops(Number(text))
  const proxies = text.split(',').map((one) => one.trim())
  return proxies.every(isAddressOrRange) ? trustAddresses(proxies) : null
}

/** Returns the caller's address: the nearest peer, from the server outwards, that is not a trusted proxy. */
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
