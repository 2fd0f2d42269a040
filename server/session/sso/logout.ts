import { inflateRawSync } from 'node:zlib'
import type { Profile } from '@node-saml/node-saml'
import { hashToken } from '../../access/tokens.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import type { OpenIdConfig } from './openid/client.ts'
import { openIdLogoutUrl } from './openid/sign-in.ts'
import { readOwnKey, type OwnKey } from './own-key.ts'
import { SsoRefusal } from './problem.ts'
import { samlOf, serviceProviderOf, type SamlConfig, type StoredProvider } from './provider.ts'
import { BadXml, childrenNamed, parseXml, type XmlElement } from './xml-outline.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const MAX_MESSAGE_BYTES = 256 * 1024
/** Validity of a request, so that a recorded one cannot be replayed later. */
const REQUEST_MS = 5 * 60_000

const refused = (message: string, cause?: unknown) => new SsoRefusal('refused', message, { cause })

/**
 * Returns the address that also signs out at the provider; null for a session without a provider. Must be called before the session ends.
 */
export const logoutUrlOf = async (
  db: Db,
  refreshToken: string,
  secrets: Secrets,
  config: SamlConfig & OpenIdConfig,
): Promise<string | null> => {
  const hash = hashToken(refreshToken)
  const row = await db
    .selectFrom('session as s')
    .innerJoin('saml_session as l', 'l.session_id', 's.id')
    .innerJoin('identity_provider as p', 'p.id', 'l.provider_id')
    .selectAll('p')
    .select(['l.name_id', 'l.name_id_format', 'l.session_index', 'l.id_token'])
    .where((where) => where.or([where('s.refresh_hash', '=', hash), where('s.previous_hash', '=', hash)]))
    .where('p.slo_url', 'is not', null)
    .executeTakeFirst()
  if (!row) return null
  if (row.type === 'OIDC') return openIdLogoutUrl(row, secrets, config, row.id_token)
  const user = {
    issuer: row.entity_id,
    nameID: row.name_id,
    ...(row.name_id_format === null ? {} : { nameIDFormat: row.name_id_format }),
    ...(row.session_index === null ? {} : { sessionIndex: row.session_index }),
  }
  // Providers reject unsigned logout requests, which any user could have made.
  const provider = { ...row, signs_requests: true }
  return samlOf(provider, await readOwnKey(db, secrets), config).getLogoutUrlAsync(user as Profile, '', {})
}

/** A logout message, before verification. */
export interface LogoutMessage {
  kind: 'LogoutRequest' | 'LogoutResponse'
  root: XmlElement
  issuer: string | null
  relayState: string
  verify: (provider: StoredProvider, key: OwnKey, config: SamlConfig) => Promise<Profile | null>
}

/** Parses a message in an address. The signature covers the address as sent, so each parameter must appear exactly once. */
export const readRedirectedLogout = (query: string): LogoutMessage => {
  const parts = new Map<string, string>()
  for (const part of query.split('&').filter(Boolean)) {
    const [name = '', value = ''] = part.split(/=(.*)/s, 2)
    if (!['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature'].includes(name) || parts.has(name))
      throw refused(`The address has an unexpected part: ${name.slice(0, 50)}`)
    parts.set(name, decoded(value))
  }
  const name = parts.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse'
  if (parts.has('SAMLRequest') && parts.has('SAMLResponse')) throw refused('The address has two messages')
  return messageOf(inflated(parts.get(name) ?? ''), parts.get('RelayState') ?? '', async (provider, key, config) => {
    // The library accepts addresses without a signature.
    if (!parts.get('Signature') || !parts.get('SigAlg')) throw refused('The message is not signed')
    const { profile } = await samlOf(provider, key, config).validateRedirectAsync(Object.fromEntries(parts), query)
    return profile
  })
}

/** Parses a message in a form. */
export const readPostedLogout = (form: URLSearchParams): LogoutMessage => {
  const [request, response] = [form.get('SAMLRequest'), form.get('SAMLResponse')]
  const text = Buffer.from(request ?? response ?? '', 'base64').toString('utf8')
  return messageOf(text, form.get('RelayState') ?? '', async (provider, key, config) => {
    if (request === null) return null
    const { profile } = await samlOf(provider, key, config).validatePostRequestAsync({ SAMLRequest: request })
    return profile
  })
}

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch (error) {
    throw refused('The address is not well-formed', error)
  }
}

const inflated = (base64: string): string => {
  try {
    return inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: MAX_MESSAGE_BYTES }).toString('utf8')
  } catch (error) {
    throw refused('The message cannot be inflated', error)
  }
}

const messageOf = (xml: string, relayState: string, verify: LogoutMessage['verify']): LogoutMessage => {
  try {
    const root = parseXml(xml)
    const { name } = root
    if (root.namespace !== PROTOCOL || (name !== 'LogoutRequest' && name !== 'LogoutResponse'))
      throw refused('The message is not about signing out')
    const issuer = childrenNamed(root, ASSERTION, 'Issuer')[0]?.text.trim() ?? null
    return { kind: name, root, issuer, relayState, verify }
  } catch (error) {
    throw error instanceof BadXml ? refused(error.message, error) : error
  }
}

/** Ends the sessions of a verified request. Returns the users, and the address that answers the provider; null if it takes no answers. */
export const logOut = async (
  db: Db,
  message: LogoutMessage,
  provider: StoredProvider,
  key: OwnKey,
  config: SamlConfig,
): Promise<{ people: number[]; url: string | null }> => {
  const destination = message.root.attributes['Destination']
  if (destination !== undefined && destination !== serviceProviderOf(config).sloUrl)
    throw refused(`The request is meant for ${destination}`)
  const issued = Date.parse(message.root.attributes['IssueInstant'] ?? '')
  const maxMs = REQUEST_MS + config.SAML_CLOCK_SKEW_SECONDS * 1000
  if (!(Math.abs(Date.now() - issued) < maxMs)) throw refused('The request is too old')
  const profile = await message.verify(provider, key, config).catch((error: unknown) => {
    throw error instanceof SsoRefusal ? error : refused('The request could not be verified', error)
  })
  if (!profile?.nameID) throw refused('The request names nobody')
  const { nameID, sessionIndex } = profile
  const people = await db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('session')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('saml_session as l')
            .select('l.session_id')
            .whereRef('l.session_id', '=', 'session.id')
            .where('l.provider_id', '=', provider.id)
            .where('l.name_id', '=', nameID)
            .$if(sessionIndex !== undefined, (query) => query.where('l.session_index', '=', sessionIndex ?? '')),
        ),
      )
      .returning('user_id')
      .execute()
    const whose = [...new Set(ended.map(({ user_id }) => user_id))]
    await appendEvents(
      tx,
      whose.map((userId) => ({ stream: `person:${userId}`, type: 'session/ended', payload: {}, userId })),
    )
    return whose
  })
  if (provider.slo_url === null) return { people, url: null }
  const saml = samlOf({ ...provider, signs_requests: true }, key, config)
  return { people, url: await saml.getLogoutResponseUrlAsync(profile, message.relayState, {}, true) }
}
