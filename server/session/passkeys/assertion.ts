import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Assertion, CeremonyOptions } from '../../../contract/session/passkeys.ts'
import type { Db } from '../../db/open.ts'
import { issueChallenge, takeChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

const TIMEOUT_MS = 5 * 60_000

/**
 * Returns the options of a WebAuthn assertion. With `userId`: after a correct password, for the passkeys of that user, without user
 * verification. Without: for discoverable passkeys, with user verification (PIN or fingerprint).
 */
export const assertionOptions = async (db: Db, rp: RelyingParty, userId: number | null): Promise<CeremonyOptions> => {
  const own =
    userId === null
      ? []
      : await db
          .selectFrom('passkey')
          .select(['credential_id', 'transports'])
          .where('user_id', '=', userId)
          .orderBy('id')
          .execute()
  const challenge = await issueChallenge(db, {
    purpose: userId === null ? 'sign-in' : 'second-factor',
    userId,
  })
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    challenge,
    timeout: TIMEOUT_MS,
    userVerification: userId === null ? 'required' : 'discouraged',
    allowCredentials: own.map(({ credential_id: id, transports }) => ({ id: id.toString('base64url'), transports })),
  })
  return { ...options }
}

/** Owner of the asserted passkey, and whether verification succeeded. */
export interface Asserted {
  userId: number | null
  isRight: boolean
}

/**
 * Verifies an authenticator's response: the challenge of this ceremony, our origin, the signature by a passkey of an account, and an
 * increased counter. Without a `userId` user verification is required.
 */
export const verifyAssertion = async (
  db: Db,
  rp: RelyingParty,
  assertion: Assertion,
  userId: number | null,
): Promise<Asserted> => {
  const passkey = await db
    .selectFrom('passkey as k')
    .innerJoin('workspace_user as p', 'p.id', 'k.user_id')
    .select(['k.id', 'k.user_id', 'k.public_key', 'k.counter', 'k.transports', 'p.passkey_handle'])
    .where('k.credential_id', '=', Buffer.from(assertion.id, 'base64url'))
    .executeTakeFirst()
  const purpose = userId === null ? ('sign-in' as const) : ('second-factor' as const)
  if (!passkey) return { userId: null, isRight: false }
  const wrong = { userId: passkey.user_id, isRight: false }
  if (userId !== null && passkey.user_id !== userId) return wrong
  const { userHandle } = assertion.response
  const handle = Buffer.from(passkey.passkey_handle).toString('base64url')
  // With a discoverable passkey the authenticator must return the user handle.
  if (userHandle === undefined ? userId === null : userHandle !== handle) return wrong
  const verified = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: (challenge) => takeChallenge(db, challenge, { purpose, userId }),
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: userId === null,
    credential: {
      id: assertion.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null)
  if (verified?.verified !== true) return wrong
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  const counted = await db
    .updateTable('passkey')
    .set({ counter: newCounter, last_used_at: new Date(), synced: credentialBackedUp })
    .where('id', '=', passkey.id)
    // Of concurrent uses (also of a cloned authenticator) only one succeeds.
    .where('counter', '=', passkey.counter)
    .returning('id')
    .executeTakeFirst()
  return { userId: passkey.user_id, isRight: counted !== undefined }
}
