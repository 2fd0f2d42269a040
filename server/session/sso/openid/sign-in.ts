import * as openid from 'openid-client'
import { timingSafeEqual } from 'node:crypto'
import { hashToken, newToken } from '../../../access/tokens.ts'
import type { Db } from '../../../db/open.ts'
import { OutgoingFailure } from '../../../outgoing/outgoing.ts'
import type { Secrets } from '../../../secrets/secrets.ts'
import { claimsOf, type Identity } from '../claims.ts'
import { SsoRefusal } from '../problem.ts'
import { serviceProviderOf, type StoredProvider } from '../provider.ts'
import { REQUEST_MINUTES, type AnsweredRequest, type Begun } from '../requests.ts'
import { clientOf, type OpenIdConfig } from './client.ts'

const MAX_SUBJECT = 255

/**
 * Starts the authorization code flow with PKCE, and stores the request. `browser` is the value for a cookie of the browser that is
 * redirected to `url`.
 */
export const beginOpenId = async (
  db: Db,
  provider: StoredProvider,
  secrets: Secrets,
  config: OpenIdConfig,
  { wanted, tester }: Begun,
): Promise<{ url: string; browser: string }> => {
  const client = clientOf(provider, secrets, config)
  const [id, state, nonce, browser] = [newToken(), newToken(), newToken(), newToken()]
  const codeVerifier = openid.randomPKCECodeVerifier()
  await db
    .insertInto('saml_request')
    .values({
      id,
      provider_id: provider.id,
      relay_hash: hashToken(state),
      browser_hash: hashToken(browser),
      wanted,
      tester: tester ?? null,
      nonce,
      code_verifier: codeVerifier,
      expires_at: new Date(Date.now() + REQUEST_MINUTES * 60_000),
    })
    .execute()
  const url = openid.buildAuthorizationUrl(client, {
    redirect_uri: serviceProviderOf(config).redirectUri,
    scope: [...new Set(['openid', ...provider.scopes.split(/\s+/).filter(Boolean)])].join(' '),
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return { url: url.href, browser }
}

/** A consumed request, with the values that verify its answer. */
interface UsedRequest extends AnsweredRequest {
  providerId: number
  nonce: string
  codeVerifier: string
}

/** Consumes the request named by an answer's `state`, whatever the answer contains. Throws `SsoRefusal` unless this browser started it. */
export const takeRequest = (db: Db, state: string, browser: string | undefined): Promise<UsedRequest> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('saml_request')
      .selectAll()
      .where('relay_hash', '=', hashToken(state))
      .where('code_verifier', 'is not', null)
      .where('expires_at', '>', new Date())
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.nonce === null || row.code_verifier === null)
      throw new SsoRefusal('not-asked-for', 'The state is unknown, over, or was used')
    const isSameBrowser = browser !== undefined && timingSafeEqual(row.browser_hash, hashToken(browser))
    if (row.tester === null && !isSameBrowser)
      throw new SsoRefusal('not-asked-for', 'The sign-in was begun in another browser')
    if (row.tester === null) await tx.deleteFrom('saml_request').where('id', '=', row.id).execute()
    else
      await tx.updateTable('saml_request').set({ nonce: null, code_verifier: null }).where('id', '=', row.id).execute()
    const { id, wanted, tester, nonce } = row
    return { id, wanted, tester, nonce, providerId: row.provider_id, codeVerifier: row.code_verifier }
  })

/** Redeems the code and verifies the ID token. `query` is that of the callback address. Throws `SsoRefusal`. */
export const redeem = async (
  provider: StoredProvider,
  secrets: Secrets,
  config: OpenIdConfig,
  query: URLSearchParams,
  { nonce, codeVerifier }: Pick<UsedRequest, 'nonce' | 'codeVerifier'>,
): Promise<Identity> => {
  const client = clientOf(provider, secrets, config)
  const url = new URL(serviceProviderOf(config).redirectUri)
  url.search = query.toString()
  try {
    const tokens = await openid.authorizationCodeGrant(client, url, {
      pkceCodeVerifier: codeVerifier,
      expectedState: query.get('state') ?? '',
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const idClaims = tokens.claims()
    if (!idClaims || !tokens.id_token) throw new SsoRefusal('refused', 'The provider has sent no ID token')
    const { sub } = idClaims
    if (sub === '' || sub.length > MAX_SUBJECT) throw new SsoRefusal('no-name', 'The subject is empty or too long')
    const more = client.serverMetadata().userinfo_endpoint
      ? await openid.fetchUserInfo(client, tokens.access_token, sub)
      : {}
    return identityOf({ ...more, ...idClaims }, sub, tokens.id_token)
  } catch (error) {
    throw refusalOf(error)
  }
}

const identityOf = (said: Record<string, unknown>, sub: string, idToken: string): Identity => {
  const attributes = new Map(Object.entries(said).map(([name, value]) => [name, textsOf(value)]))
  // An unverified e-mail identifies nobody.
  if (said['email_verified'] === false || said['email_verified'] === 'false') attributes.delete('email')
  const sid = said['sid']
  return {
    nameId: sub,
    nameIdFormat: null,
    sessionIndex: typeof sid === 'string' ? sid : null,
    attributes,
    // The subject is not used as an e-mail, even if it looks like one.
    claims: claimsOf({ attributes, nameId: '' }),
    idToken,
  }
}

const textsOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => (['string', 'number', 'boolean'].includes(typeof one) ? [String(one)] : []))

const refusalOf = (error: unknown): SsoRefusal => {
  if (error instanceof SsoRefusal) return error
  if (error instanceof openid.AuthorizationResponseError)
    return new SsoRefusal('cancelled', error.error_description ?? error.error, { cause: error })
  if (causesOf(error).some((cause) => cause instanceof OutgoingFailure))
    return new SsoRefusal('unreachable', 'The provider did not answer', { cause: error })
  return new SsoRefusal('refused', error instanceof Error ? error.message : 'The answer could not be verified', {
    cause: error,
  })
}

const causesOf = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...(error.cause === error ? [] : causesOf(error.cause))] : []

/** Returns the address that also signs out at the provider; null if it has none. */
export const openIdLogoutUrl = (
  provider: StoredProvider,
  secrets: Secrets,
  config: OpenIdConfig,
  idToken: string | null,
): string | null => {
  const client = clientOf(provider, secrets, config)
  if (client.serverMetadata().end_session_endpoint === undefined) return null
  return openid.buildEndSessionUrl(client, {
    post_logout_redirect_uri: serviceProviderOf(config).postLogoutRedirectUri,
    // Longer tokens do not fit into an address; without one the provider asks whom to sign out.
    ...(idToken !== null && idToken.length < 4000 ? { id_token_hint: idToken } : {}),
  }).href
}
