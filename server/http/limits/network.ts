import ipaddr from 'ipaddr.js'

/**
 * Returns the key that an address is limited by: the IPv4 address itself, also if it is mapped to IPv6, or the /64 network of an IPv6
 * address, since one host may use every address of it.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
