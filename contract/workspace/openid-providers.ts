import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { TEXTS } from '../texts.ts'
import { PROVIDER_TEXTS } from './identity-provider-texts.ts'
import {
  IdentityProvider,
  OfProvider,
  ofProviders,
  peopleOptions,
  ProviderName,
  PROVIDERS_PATH,
} from './identity-providers.ts'

const required = (most: number) =>
  z
    .string(TEXTS.required)
    .check(
      z.trim(),
      z.minLength(1, { error: TEXTS.required, abort: true }),
      z.maxLength(most, `Must be at most ${most} characters`),
    )

/** Null: a public client, which has none. */
const ClientSecret = z.nullable(z.string().check(z.minLength(1), z.maxLength(1000)))

const body = {
  name: ProviderName,
  /** The server reads `/.well-known/openid-configuration` below it. */
  issuer: z.url({ protocol: /^https?$/, error: PROVIDER_TEXTS.issuerUnreachable }).check(z.maxLength(1000)),
  clientId: required(255),
  /** Separated by blanks. `openid` is always requested. */
  scopes: z.string().check(z.trim(), z.maxLength(500)),
  ...peopleOptions,
}

/** As `createIdentityProvider`, with 400 at `issuer` where its discovery document cannot be read or is about another issuer. */
export const createOpenIdProvider = defineCall({
  name: 'createOpenIdProvider',
  summary: 'Adds an identity provider of OpenID Connect',
  method: 'POST',
  path: `${PROVIDERS_PATH}/openid-connect`,
  ...ofProviders,
  body: z.object({ ...body, clientSecret: ClientSecret }),
  answer: IdentityProvider,
})

/**
 * As `updateIdentityProvider`: issuer and client say whom to believe. A secret that is not sent stays. An issuer that is
 * sent is read again, also when it is the same.
 */
export const updateOpenIdProvider = defineCall({
  name: 'updateOpenIdProvider',
  summary: 'Changes an identity provider of OpenID Connect',
  method: 'PATCH',
  path: `${PROVIDERS_PATH}/:providerId/openid-connect`,
  ...ofProviders,
  params: OfProvider,
  body: z.extend(withExpected(z.partial(z.object(body))), { clientSecret: z.optional(ClientSecret) }),
  answer: IdentityProvider,
})
