import ipaddr from 'ipaddr.js'

/** Returns whether the server may connect to an IP address that a host name resolved to, or that the URL contains. */
export type AllowedAddresses = (hostname: string, address: string) => boolean

type Entry = { name: string } | { range: ReturnType<typeof ipaddr.parseCIDR> }

/**
 * Parses which internal addresses may be called: `true` for all, `false` for none, or comma-separated host names, addresses and ranges.
 * Null for anything else. Public addresses are always allowed.
 */
export const parseAllowedAddresses = (text: string): AllowedAddresses | null => {
  if (text === 'true') return () => true
  if (text === 'false') return (_, address) => isPublic(address)
  const entries = text.split(',').map((one) => entryOf(one.trim()))
  if (!entries.every((entry) => entry !== null)) return null
  return (hostname, address) => isPublic(address) || entries.some((entry) => isNamedBy(entry, hostname, address))
}

/** Parses a value that the configuration has validated. */
export const allowedAddressesOf = (text: string): AllowedAddresses => {
  const allowed = parseAllowedAddresses(text)
  if (allowed === null) throw new Error(`ALLOW_INTERNAL_ADDRESSES is ${text}`)
  return allowed
}

/** Returns whether an IP address is public. */
const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

const entryOf = (text: string): Entry | null => {
  if (ipaddr.isValidCIDR(text)) return { range: ipaddr.parseCIDR(text) }
  if (ipaddr.isValid(text)) return { range: ipaddr.parseCIDR(`${text}/${text.includes(':') ? 128 : 32}`) }
  return /^[a-z\d][a-z\d.-]{0,252}$/i.test(text) ? { name: text.toLowerCase() } : null
}

const isNamedBy = (entry: Entry, hostname: string, address: string): boolean => {
  if ('name' in entry) return entry.name === hostname.toLowerCase()
  if (!ipaddr.isValid(address)) return false
  const [range, bits] = entry.range
  const called = ipaddr.process(address)
  return called.kind() === range.kind() && called.match(range, bits)
}
