import ipaddr from 'ipaddr.js'

/**
 * Returns what an address is limited by: an IPv4 address itself, also when it is written as IPv6, and the /64 network of an IPv6
 * address, because one host may use every address of its network.
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
