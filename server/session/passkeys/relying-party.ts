import ipaddr from 'ipaddr.js'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import { conflict } from '../../http/refusal.ts'

/** WebAuthn relying party: this server. */
export interface RelyingParty {
  /** Host name that passkeys are bound to. */
  id: string
  origin: string
  /** Browsers create passkeys only over TLS or on localhost, and never for IP addresses. */
  isAvailable: boolean
}

export const relyingPartyOf = ({ PUBLIC_URL }: { PUBLIC_URL: string }): RelyingParty => {
  const { hostname, origin, protocol } = new URL(PUBLIC_URL)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = ipaddr.isValid(hostname.replace(/^\[(.*)\]$/, '$1'))
  return { id: hostname, origin, isAvailable: !isAddress && (protocol === 'https:' || isLocal) }
}

/** Throws 409 where browsers would reject passkeys. */
export const requireAvailable = ({ isAvailable }: RelyingParty): void => {
  if (!isAvailable) throw conflict(SECURITY_TEXTS.passkeysNotHere)
}
