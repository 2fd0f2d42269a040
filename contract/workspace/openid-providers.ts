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

const required = (max: number) =>
  z
    .string(TEXTS.required)
    .check(
      z.trim(),
      z.minLength(1, { error: TEXTS.required, abort: true }),
      z.maxLength(max, `Must be at most ${max} characters`),
    )

/** Null for a public client, which has no secret. */
const ClientSecret = z.nullable(z.string().check(z.minLength(1), z.maxLength(1000)))

const body = {
  name: ProviderName,
  /** Base URL of `/.well-known/openid-configuration`, which the server reads. */
  issuer: z.url({ protocol: /^https?$/, error: PROVIDER_TEXTS.issuerUnreachable }).check(z.maxLength(1000)),
  clientId: required(255),
  /** Space-separated. `openid` is always requested. */
  scopes: z.string().check(z.trim(), z.maxLength(500)),
  ...peopleOptions,
}

/** As `createIdentityProvider`, with 400 at `issuer` if its discovery document cannot be read or names another issuer. */
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
 * As `updateIdentityProvider`, where issuer and client determine the trust. An omitted secret is kept. The discovery document is read again
 * if the request contains the issuer, even an unchanged one.
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
