import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { OpenSession } from './session.ts'

const bytes = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[\w-]+$/, 'Must be base64url'))
const CredentialId = bytes(1400)

/** What an authenticator answers when it makes a passkey, as browsers write it in JSON. */
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

/** What an authenticator answers when it uses a passkey. */
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

/** What the browser's own call is given (`PublicKeyCredentialCreationOptionsJSON`, `PublicKeyCredentialRequestOptionsJSON`). */
export const CeremonyOptions = z.record(z.string(), z.unknown())
export type CeremonyOptions = z.infer<typeof CeremonyOptions>

/** Of a sign-in whose password was right; without one the passkey stands for the password, too. */
const Ticket = z.optional(z.string().check(z.minLength(1), z.maxLength(100)))

/** 409 where the address of the server allows no passkeys; 410 when the ticket is over. */
export const beginPasskeySignIn = defineCall({
  name: 'beginPasskeySignIn',
  summary: 'Makes the challenge that a passkey answers to sign in',
  method: 'POST',
  path: '/api/iam/v1/auth/passkey/options',
  access: 'anyone',
  body: z.object({ ticket: Ticket }),
  answer: z.object({ options: CeremonyOptions }),
})

/** 401 with `wrongCredentials` whatever was wrong with the passkey; 410 when the ticket is over. */
export const signInByPasskey = defineCall({
  name: 'signInByPasskey',
  summary: 'Opens a session by a passkey',
  method: 'POST',
  path: '/api/iam/v1/auth/passkey',
  access: 'anyone',
  body: z.object({ ticket: Ticket, assertion: Assertion }),
  answer: OpenSession,
})
