import { SAML, ValidateInResponseTo, type CacheProvider } from '@node-saml/node-saml'
import type { Selectable } from 'kysely'
import { SSO_PATHS } from '../../../contract/session/single-sign-on.ts'
import type { Config } from '../../config.ts'
import type { IdentityProviderTable } from '../../db/single-sign-on-schema.ts'
import type { OwnKey } from './own-key.ts'

export type StoredProvider = Selectable<IdentityProviderTable>

export type SamlConfig = Pick<Config, 'PUBLIC_URL' | 'SAML_CLOCK_SKEW_SECONDS'>

/** Addresses of this server, as providers know them. */
export const serviceProviderOf = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) => ({
  entityId: PUBLIC_URL + SSO_PATHS.entity,
  acsUrl: PUBLIC_URL + SSO_PATHS.acs,
  sloUrl: PUBLIC_URL + SSO_PATHS.logout,
  redirectUri: PUBLIC_URL + SSO_PATHS.callback,
  postLogoutRedirectUri: `${PUBLIC_URL}/signin`,
})

/** Requests are remembered in the database, together with what else is known of them. */
const NOTHING: CacheProvider = {
  saveAsync: () => Promise.resolve(null),
  getAsync: () => Promise.resolve(null),
  removeAsync: () => Promise.resolve(null),
}

/** The library's side of one provider. `requestId`: id of the request that it makes. */
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
    // One of the two has to be signed: the library accepts an unsigned assertion in a signed response alone.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: config.SAML_CLOCK_SKEW_SECONDS * 1000,
    // The library trusts the response's attribute, which need not be signed; `verifyResponse` reads the assertion's.
    validateInResponseTo: ValidateInResponseTo.never,
    cacheProvider: NOTHING,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  })
}
