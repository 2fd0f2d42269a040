import { z } from 'zod/mini'
import { LIMITS } from '../../../../contract/limits.ts'
import { PROVIDER_TEXTS } from '../../../../contract/workspace/identity-provider-texts.ts'
import type { Config } from '../../../config.ts'
import { createOutgoing, OutgoingFailure } from '../../../outgoing/outgoing.ts'

const address = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000))

/** Fields of the discovery document that the server uses; the others are passed to the library. */
export const Discovered = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: z.optional(address),
  end_session_endpoint: z.optional(address),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
})
export type Discovered = z.infer<typeof Discovered>

/** The message is shown to the user who entered the issuer. */
export class BadIssuer extends Error {}

export const DISCOVERY_TIMEOUT_MS = 10_000

/** Reads the discovery document of an issuer. Throws `BadIssuer`. */
export const discover = async (
  issuer: string,
  config: Pick<Config, 'ALLOW_INTERNAL_ADDRESSES'>,
): Promise<{ content: string; url: string; discovered: Discovered }> => {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const bounds = { maxBytes: LIMITS.samlMetadata, timeoutMs: DISCOVERY_TIMEOUT_MS }
  const content = await createOutgoing(config)
    .read(url, bounds)
    .catch((error: unknown) => {
      if (!(error instanceof OutgoingFailure)) throw error
      const text = error.why === 'internal' ? PROVIDER_TEXTS.metadataInternal : PROVIDER_TEXTS.issuerUnreachable
      throw new BadIssuer(text, { cause: error })
    })
  const discovered = parsed(content)
  if (discovered.issuer !== issuer) throw new BadIssuer(PROVIDER_TEXTS.issuerOther(discovered.issuer.slice(0, 200)))
  const endpoints = [discovered.authorization_endpoint, discovered.token_endpoint, discovered.jwks_uri]
  // Keys and codes sent over plain HTTP could be tampered with.
  if (config.ALLOW_INTERNAL_ADDRESSES !== 'true' && [issuer, ...endpoints].some((one) => !one.startsWith('https:')))
    throw new BadIssuer(PROVIDER_TEXTS.issuerInsecure)
  return { content, url, discovered }
}

const parsed = (content: string): Discovered => {
  try {
    return Discovered.parse(JSON.parse(content))
  } catch (error) {
    throw new BadIssuer(PROVIDER_TEXTS.issuerUnreadable, { cause: error })
  }
}
