import { SAML, ValidateInResponseTo, type CacheProvider } from '@node-saml/node-saml'
import type { Selectable } from 'kysely'
import { SSO_PATHS } from '../../../contract/session/single-sign-on.ts'
import type { Config } from '../../config.ts'
import type { IdentityProviderTable } from '../../db/schema.generated.ts'
import type { OwnKey } from './own-key.ts'

export type StoredProvider = Selectable<IdentityProviderTable>

export type SamlConfig = Pick<Config, 'PUBLIC_URL' | 'SAML_CLOCK_SKEW_SECONDS'>

/** Addresses of this server that providers use. */
export const serviceProviderOf = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) => ({
  entityId: PUBLIC_URL + SSO_PATHS.entity,
  acsUrl: PUBLIC_URL + SSO_PATHS.acs,
  sloUrl: PUBLIC_URL + SSO_PATHS.logout,
  redirectUri: PUBLIC_URL + SSO_PATHS.callback,
  postLogoutRedirectUri: `${PUBLIC_URL}/signin`,
})

/** Requests are stored in the database instead of the library's cache. */
const NOTHING: CacheProvider = {
  saveAsync: () => Promise.resolve(null),
  getAsync: () => Promise.resolve(null),
  removeAsync: () => Promise.resolve(null),
}

/** Returns the library's client of a provider. `requestId`: id of its request. */
export const samlOf = (
  provider: Pick<StoredProvider, 'entity_id' | 'sso_url' | 'slo_url' | 'certificates' | 'signs_requests'>,
  key: OwnKey,
  config: SamlConfig,
  requestId?: string,
): SAML => {
  const { entityId, acsUrl, sloUrl } = serviceProviderOf(config)
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    logoutCallbackUrl: sloUrl,
    entryPoint: provider.sso_url,
    logoutUrl: provider.slo_url ?? provider.sso_url,
    idpIssuer: provider.entity_id,
    idpCert: provider.certificates.map(({ content }) => content),
    decryptionPvk: key.privateKey,
    ...(provider.signs_requests ? { privateKey: key.privateKey, publicCert: key.certificate } : {}),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    // Either must be signed: the library accepts an unsigned assertion only in a signed response.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: config.SAML_CLOCK_SKEW_SECONDS * 1000,
    // The library checks the response's attribute, which may be unsigned; `verifyResponse` reads the assertion's.
    validateInResponseTo: ValidateInResponseTo.never,
    cacheProvider: NOTHING,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  })
}
