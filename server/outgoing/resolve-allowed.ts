import ipaddr from 'ipaddr.js'
import { lookup } from 'node:dns/promises'
import type { AllowedAddresses } from './allowed-addresses.ts'
import { OutgoingFailure } from './outgoing.ts'

/**
 * Resolves a host name once, for programs that connect themselves: they get these addresses and resolve nothing. Throws `OutgoingFailure`
 * when one of them is internal and not allowed, or when there is none.
 */
export const resolveAllowed = async (hostname: string, isAllowed: AllowedAddresses): Promise<string[]> => {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const found = ipaddr.isValid(literal)
    ? [literal]
    : (
        await lookup(literal, { all: true }).catch((error: unknown) => {
          throw new OutgoingFailure('unreachable', { cause: error })
        })
      ).map(({ address }) => address)
  if (found.length === 0) throw new OutgoingFailure('unreachable')
  if (!found.every((address) => isAllowed(literal, address))) throw new OutgoingFailure('internal')
  return found
}
