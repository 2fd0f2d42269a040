import ipaddr from 'ipaddr.js'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import { conflict } from '../../http/refusal.ts'

/** The server as authenticators know it. */
export interface RelyingParty {
  /** Host name that passkeys are bound to. */
  id: string
  origin: string
  /** Browsers make passkeys over TLS or on this machine, and never for an IP address. */
  isAvailable: boolean
}

export const relyingPartyOf = ({ PUBLIC_URL }: { PUBLIC_URL: string }): RelyingParty => {
  const { hostname, origin, protocol } = new URL(PUBLIC_URL)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = ipaddr.isValid(hostname.replace(/^\[(.*)\]$/, '$1'))
  return { id: hostname, origin, isAvailable: !isAddress && (protocol === 'https:' || isLocal) }
}

/** Throws 409 where browsers would refuse. */
export const requireAvailable = ({ isAvailable }: RelyingParty): void => {
  if (!isAvailable) throw conflict(SECURITY_TEXTS.passkeysNotHere)
}
