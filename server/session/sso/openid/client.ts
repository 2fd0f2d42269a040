import * as openid from 'openid-client'
import { LIMITS } from '../../../../contract/limits.ts'
import type { Config } from '../../../config.ts'
import { createOutgoing } from '../../../outgoing/outgoing.ts'
import type { Secrets } from '../../../secrets/secrets.ts'
import { SsoRefusal } from '../problem.ts'
import type { StoredProvider } from '../provider.ts'
import { Discovered, DISCOVERY_TIMEOUT_MS } from './discovery.ts'

export type OpenIdConfig = Pick<Config, 'PUBLIC_URL' | 'SAML_CLOCK_SKEW_SECONDS' | 'ALLOW_INTERNAL_ADDRESSES'>

/** Binds an encrypted client secret to its issuer and client. */
export const secretPlace = (issuer: string, clientId: string): string => `openid-client:${issuer}:${clientId}`

/** Returns the library's client of a provider. It verifies ID tokens with the provider's keys, although they are sent over TLS. */
export const clientOf = (
  { entity_id: issuer, metadata_content: content, client_id: clientId, client_secret: sealed }: StoredProvider,
  secrets: Secrets,
  config: OpenIdConfig,
): openid.Configuration => {
  if (clientId === null) throw new SsoRefusal('not-available', 'The provider has no client id')
  const secret = sealed && secrets.open(sealed, secretPlace(issuer, clientId))
  if (sealed && secret === null)
    throw new SsoRefusal('not-available', 'The client secret cannot be decrypted: enter it again')
  const discovered = Discovered.parse(JSON.parse(content))
  const client = new openid.Configuration(
    discovered as unknown as openid.ServerMetadata,
    clientId,
    { [openid.clockTolerance]: config.SAML_CLOCK_SKEW_SECONDS },
    authenticationOf(discovered, secret),
  )
  const outgoing = createOutgoing(config)
  const bounds = { maxBytes: LIMITS.samlMetadata, timeoutMs: DISCOVERY_TIMEOUT_MS }
  client[openid.customFetch] = async (url, { method, headers, body }) => {
    const sent = {
      method,
      headers: { ...headers },
      ...(body == null ? {} : { body: String(body as string | URLSearchParams) }),
    }
    const answered = await outgoing.ask(url, sent, bounds)
    const hasBody = answered.status !== 204 && answered.status !== 304
    const said = Object.entries(answered.headers).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(hasBody ? answered.text : null, { status: answered.status, headers: said })
  }
  openid.enableNonRepudiationChecks(client)
  if (config.ALLOW_INTERNAL_ADDRESSES === 'true') openid.allowInsecureRequests(client)
  return client
}

const authenticationOf = (
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: Discovered,
  secret: string | null,
): openid.ClientAuth => {
  if (secret === null) return openid.None()
  return methods.includes('client_secret_basic') ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret)
}
