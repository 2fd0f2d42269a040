import { z } from 'zod/mini'
import { BODY_BYTES, defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { pictureBody } from '../pictures.ts'
import { TEXTS } from '../texts.ts'
import { USER_TEXTS } from './user-texts.ts'
import { PROVIDER_TEXTS } from './identity-provider-texts.ts'

/** An uploaded file: its name and content (SSO-08). */
const file = (maxCharacters: number, tooLong: string, missing: string) =>
  z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    content: z.string().check(z.minLength(1, missing), z.maxLength(maxCharacters, tooLong)),
  })

/** `content` is PEM. Requests may also contain base64 of DER. */
export const Certificate = file(
  LIMITS.samlCertificate,
  PROVIDER_TEXTS.certificateUnreadable,
  PROVIDER_TEXTS.certificateUnreadable,
)
export type Certificate = z.infer<typeof Certificate>

/** Users with this value in the provider's group attribute belong to this group. */
export const GroupMapping = z.object({
  value: z.string().check(z.trim(), z.minLength(1, TEXTS.required), z.maxLength(255)),
  groupId: z.int(USER_TEXTS.groupRequired).check(z.minimum(1, USER_TEXTS.groupRequired)),
})
export type GroupMapping = z.infer<typeof GroupMapping>

/** Metadata is uploaded as a file, or read by the server from a URL. */
export const MetadataSource = z.union([
  z.object({ file: file(LIMITS.samlMetadata, PROVIDER_TEXTS.metadataSize, PROVIDER_TEXTS.metadataRequired) }),
  z.object({
    url: z.url({ protocol: /^https?$/, error: PROVIDER_TEXTS.metadataUnreachable }).check(z.maxLength(2000)),
  }),
])
export type MetadataSource = z.infer<typeof MetadataSource>

export const ProviderType = z.enum(['SAML', 'OIDC'])
export type ProviderType = z.infer<typeof ProviderType>

export const ProviderName = z
  .string(TEXTS.required)
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.providerName, PROVIDER_TEXTS.providerName),
  )

/** Options for accounts, shared by both types of providers. */
export const peopleOptions = {
  /** Whether the first sign-in creates an account, which joins `groupId`. */
  createsPeople: z.boolean(),
  groupId: z.nullable(z.int().check(z.minimum(1))),
  /** Name of the attribute to which `groupMapping` applies; empty for none. */
  groupAttribute: z.string().check(z.trim(), z.maxLength(255)),
  groupMapping: z.array(GroupMapping).check(z.maxLength(LIMITS.samlGroupMappings)),
  /** Whether a sign-in removes mapped groups that the attribute no longer contains. */
  removesGroups: z.boolean(),
  /** Whether existing accounts with a password are linked by e-mail address. */
  linksByEmail: z.boolean(),
}

const options = {
  /** Whether requests to the provider are signed with the server's key. */
  signsRequests: z.boolean(),
  /** Whether sign-ins may start at the provider. */
  allowsIdpInitiated: z.boolean(),
  ...peopleOptions,
}

const body = {
  name: ProviderName,
  metadata: MetadataSource,
  /** If empty, the certificates of the metadata are used. */
  certificates: z
    .array(Certificate)
    .check(z.maxLength(LIMITS.samlCertificates, PROVIDER_TEXTS.maxCertificates(LIMITS.samlCertificates))),
  ...options,
}

/** An identity provider (SSO-07). For OpenID Connect, the metadata is the discovery document, `entityId` the issuer, and `oidc` is set. */
export const IdentityProvider = z.object({
  id: z.int(),
  type: ProviderType,
  name: z.string(),
  logoUrl: z.nullable(z.string()),
  oidc: z.nullable(z.object({ clientId: z.string(), hasClientSecret: z.boolean(), scopes: z.string() })),
  metadata: z.object({
    file: z.object({ name: z.string(), content: z.string() }),
    /** Null if the metadata was uploaded. */
    url: z.nullable(z.string()),
    readAt: z.string(),
  }),
  /** Certificates in use: the uploaded ones, otherwise those of the metadata. */
  certificates: z.array(
    z.object({
      name: z.string(),
      content: z.string(),
      isUploaded: z.boolean(),
      /** Such as `RSA 4096`. */
      algorithm: z.string(),
      validUntil: z.string(),
    }),
  ),
  /** Read from the metadata. */
  entityId: z.string(),
  ssoUrl: z.string(),
  sloUrl: z.nullable(z.string()),
  ...options,
  /** Number of users who have signed in with the provider. */
  people: z.int(),
  lastSignIn: z.nullable(z.string()),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** Data about this server for configuring the provider. */
export const ServiceProvider = z.object({
  entityId: z.string(),
  acsUrl: z.string(),
  sloUrl: z.string(),
  /** URLs to which OpenID Connect providers redirect after signing in and after signing out. */
  redirectUri: z.string(),
  postLogoutRedirectUri: z.string(),
})
export type ServiceProvider = z.infer<typeof ServiceProvider>

export const PROVIDERS_PATH = '/api/iam/v1/identity-providers'
const path = PROVIDERS_PATH
export const ofProviders = { access: { workspace: 'CONFIGURATION_SSO_SAML' }, feature: 'saml-sso' } as const
export const OfProvider = z.object({ providerId: idInPath })

/** Sorted by name. */
export const listIdentityProviders = defineCall({
  name: 'listIdentityProviders',
  summary: 'The identity providers of the workspace, and what to tell them of this server',
  method: 'GET',
  path,
  ...ofProviders,
  answer: z.object({ items: z.array(IdentityProvider), serviceProvider: ServiceProvider }),
})

/**
 * 400 at `metadata`, `certificates.N`, `groupId`, `groupAttribute` or `groupMapping.N.groupId`; 403 for a group with permissions that the
 * caller does not have, and for `linksByEmail` unless the caller is a super admin; 409 at `name`, or at `metadata` for an entity id of
 * another provider.
 */
export const createIdentityProvider = defineCall({
  name: 'createIdentityProvider',
  summary: 'Adds an identity provider',
  method: 'POST',
  path,
  ...ofProviders,
  body: z.object(body),
  answer: IdentityProvider,
})

/**
 * An edit as in `concurrent-edits.ts`. Also 403 for changing the trust (metadata, certificates) of a provider with which a user signs in
 * who has more permissions than the caller. Reads the metadata again if the request contains a URL, even an unchanged one.
 */
export const updateIdentityProvider = defineCall({
  name: 'updateIdentityProvider',
  summary: 'Changes an identity provider',
  method: 'PATCH',
  path: `${path}/:providerId`,
  ...ofProviders,
  params: OfProvider,
  body: withExpected(z.partial(z.object(body))),
  answer: IdentityProvider,
})

/** Users keep their accounts, but need another way to sign in. */
export const deleteIdentityProvider = defineCall({
  name: 'deleteIdentityProvider',
  summary: 'Deletes an identity provider',
  method: 'DELETE',
  path: `${path}/:providerId`,
  ...ofProviders,
  params: OfProvider,
})

export const PROVIDER_LOGO_TEXTS = { wrongType: TEXTS.photoType, tooLarge: TEXTS.photoSize }

export const setProviderLogo = defineCall({
  name: 'setProviderLogo',
  summary: 'Gives an identity provider a logo, for the list and the sign-in page',
  method: 'PUT',
  path: `${path}/:providerId/logo`,
  ...ofProviders,
  bodyBytes: BODY_BYTES.picture,
  params: OfProvider,
  body: pictureBody(PROVIDER_LOGO_TEXTS),
  answer: IdentityProvider,
})

export const removeProviderLogo = defineCall({
  name: 'removeProviderLogo',
  summary: 'Takes the logo of an identity provider away',
  method: 'DELETE',
  path: `${path}/:providerId/logo`,
  ...ofProviders,
  params: OfProvider,
  answer: IdentityProvider,
})

/** Result of a test sign-in: the data from the provider, or the reason of the rejection. */
export const SignInTestOutcome = z.object({
  problem: z.nullable(z.string()),
  nameId: z.nullable(z.string()),
  email: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  /** Names of the groups from the mapping. */
  groups: z.array(z.string()),
})
export type SignInTestOutcome = z.infer<typeof SignInTestOutcome>

/** `url` opens the provider. It then redirects the browser to the provider's page with `?test=` and the test's id. */
export const testIdentityProvider = defineCall({
  name: 'testIdentityProvider',
  summary: 'Begins a sign-in that signs nobody in, and shows what the provider says',
  method: 'POST',
  path: `${path}/:providerId/tests`,
  ...ofProviders,
  params: OfProvider,
  answer: z.object({ url: z.string() }),
})

/** Only the caller's own test, for ten minutes. */
export const readSignInTest = defineCall({
  name: 'readSignInTest',
  summary: 'What became of a test of an identity provider',
  method: 'GET',
  path: `${path}/:providerId/tests/:signInTestId`,
  ...ofProviders,
  params: z.object({ providerId: idInPath, signInTestId: z.string().check(z.maxLength(100)) }),
  answer: SignInTestOutcome,
})
