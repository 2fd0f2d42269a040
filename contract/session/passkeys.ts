import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { OpenSession } from './session.ts'

const bytes = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]+$/, 'Must be base64url'))
const CredentialId = bytes(1400)

/** Answer of an authenticator that creates a passkey, in the JSON format of browsers. */
export const Attestation = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(40_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))),
  }),
})
export type Attestation = z.infer<typeof Attestation>

/** Answer of an authenticator that uses a passkey, in the JSON format of browsers. */
export const Assertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: z.optional(bytes(200)),
  }),
})
export type Assertion = z.infer<typeof Assertion>

/** Options for the browser's WebAuthn call (`PublicKeyCredentialCreationOptionsJSON`, `PublicKeyCredentialRequestOptionsJSON`). */
export const CeremonyOptions = z.record(z.string(), z.unknown())
export type CeremonyOptions = z.infer<typeof CeremonyOptions>

/** Ticket of a sign-in with a correct password. Without one, the passkey also replaces the password. */
const Ticket = z.optional(z.string().check(z.minLength(1), z.maxLength(100)))

/** 409 if the server's URL does not allow passkeys; 410 when the ticket has expired. */
export const beginPasskeySignIn = defineCall({
  name: 'beginPasskeySignIn',
  summary: 'Makes the challenge that a passkey answers to sign in',
  method: 'POST',
  path: '/api/iam/v1/auth/passkey/options',
  access: 'anyone',
  body: z.object({ ticket: Ticket }),
  answer: z.object({ options: CeremonyOptions }),
})

/** 401 with `wrongCredentials` for every problem with the passkey; 410 when the ticket has expired. */
export const signInByPasskey = defineCall({
  name: 'signInByPasskey',
  summary: 'Opens a session by a passkey',
  method: 'POST',
  path: '/api/iam/v1/auth/passkey',
  access: 'anyone',
  body: z.object({ ticket: Ticket, assertion: Assertion }),
  answer: OpenSession,
})
