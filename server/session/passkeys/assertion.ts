import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Assertion, CeremonyOptions } from '../../../contract/session/passkeys.ts'
import type { Db } from '../../db/open.ts'
import { issueChallenge, takeChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

const TIMEOUT_MS = 5 * 60_000

/**
 * Returns the options of a WebAuthn assertion. With `personId`: after a correct password, for the passkeys of that user, without user
 * verification. Without: for discoverable passkeys, with user verification (PIN or fingerprint).
 */
export const assertionOptions = async (db: Db, rp: RelyingParty, personId: number | null): Promise<CeremonyOptions> => {
  const own =
    personId === null
      ? []
      : await db
          .selectFrom('passkey')
          .select(['credential_id', 'transports'])
          .where('person_id', '=', personId)
          .orderBy('id')
          .execute()
  const challenge = await issueChallenge(db, {
    purpose: personId === null ? 'sign-in' : 'second-factor',
    personId,
  })
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    challenge,
    timeout: TIMEOUT_MS,
    userVerification: personId === null ? 'required' : 'discouraged',
    allowCredentials: own.map(({ credential_id: id, transports }) => ({ id: id.toString('base64url'), transports })),
  })
  return { ...options }
}

/** Owner of the asserted passkey, and whether verification succeeded. */
export interface Asserted {
  personId: number | null
  isRight: boolean
}

/**
 * Verifies an authenticator's response: the challenge of this ceremony, our origin, the signature by a passkey of an account, and an
 * increased counter. Without a `personId` user verification is required.
 */
export const verifyAssertion = async (
  db: Db,
  rp: RelyingParty,
  assertion: Assertion,
  personId: number | null,
): Promise<Asserted> => {
  const passkey = await db
    .selectFrom('passkey as k')
    .innerJoin('person as p', 'p.id', 'k.person_id')
    .select(['k.id', 'k.person_id', 'k.public_key', 'k.counter', 'k.transports', 'p.passkey_handle'])
    .where('k.credential_id', '=', Buffer.from(assertion.id, 'base64url'))
    .executeTakeFirst()
  const purpose = personId === null ? ('sign-in' as const) : ('second-factor' as const)
  if (!passkey) return { personId: null, isRight: false }
  const wrong = { personId: passkey.person_id, isRight: false }
  if (personId !== null && passkey.person_id !== personId) return wrong
  const { userHandle } = assertion.response
  const handle = Buffer.from(passkey.passkey_handle).toString('base64url')
  // With a discoverable passkey the authenticator must return the user handle.
  if (userHandle === undefined ? personId === null : userHandle !== handle) return wrong
  const verified = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: (challenge) => takeChallenge(db, challenge, { purpose, personId }),
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: personId === null,
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
  return { personId: passkey.person_id, isRight: counted !== undefined }
}
