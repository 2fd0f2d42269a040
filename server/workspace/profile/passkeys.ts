import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Attestation, CeremonyOptions } from '../../../contract/session/passkeys.ts'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import { MAX_PASSKEYS, type Passkey } from '../../../contract/workspace/passkeys.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { conflict, notFound, wrongField } from '../../http/refusal.ts'
import type { Principal } from '../../access/principals.ts'
import {
  dropUnneededCodes,
  issueChallenge,
  lockFactors,
  markVerified,
  methodsOf,
  type RelyingParty,
  replaceRecoveryCodes,
  takeChallenge,
} from '../../session/session.ts'

const TIMEOUT_MS = 5 * 60_000

interface PasskeyRow {
  id: number
  name: string
  created_at: Date
  last_used_at: Date | null
  synced: boolean
}

const passkeyOf = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isSynced: row.synced,
})

export const listOf = async (db: Db | Tx, userId: number): Promise<Passkey[]> => {
  const rows = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at', 'synced'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(passkeyOf)
}

const append = (tx: Tx, userId: number, type: 'added' | 'renamed' | 'removed', name: string) =>
  appendEvents(tx, [{ stream: `person:${userId}`, type: `passkey/${type}`, payload: { name }, userId }])

/** Throws 409 for users of single sign-on, and at the maximum number of passkeys. */
export const registrationOptions = async (db: Db, rp: RelyingParty, userId: number): Promise<CeremonyOptions> => {
  const [user, workspace, own] = await Promise.all([
    db
      .selectFrom('workspace_user')
      .select(['username', 'first_name', 'last_name', 'source', 'passkey_handle'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    db.selectFrom('workspace').select('name').executeTakeFirstOrThrow(),
    db.selectFrom('passkey').select(['credential_id', 'transports']).where('user_id', '=', userId).execute(),
  ])
  if (user.source !== 'INTERNAL') throw conflict(SECURITY_TEXTS.factorOfDirectory)
  if (own.length >= MAX_PASSKEYS) throw conflict(SECURITY_TEXTS.tooManyPasskeys(MAX_PASSKEYS))
  const options = await generateRegistrationOptions({
    rpName: `Assay (${workspace.name})`,
    rpID: rp.id,
    userID: new Uint8Array(Buffer.from(user.passkey_handle)),
    userName: user.username,
    userDisplayName: `${user.first_name} ${user.last_name}`.trim() || user.username,
    challenge: await issueChallenge(db, { purpose: 'registration', userId }),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: own.map(({ credential_id: id, transports }) => ({ id: id.toString('base64url'), transports })),
    // A security key without user verification suffices after the password.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { ...options }
}

/** Adds a passkey. If it is the first second factor, it returns recovery codes. Throws 400 at `attestation`. */
export const register = async (
  db: Db,
  rp: RelyingParty,
  { userId, via }: Pick<Principal, 'userId' | 'via'>,
  { name, attestation }: { name: string; attestation: Attestation },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> => {
  const verified = await verifyRegistrationResponse({
    response: {
      ...attestation,
      response: { ...attestation.response, transports: attestation.response.transports ?? [] },
      clientExtensionResults: {},
    },
    expectedChallenge: (challenge) => takeChallenge(db, challenge, { purpose: 'registration', userId }),
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: false,
  }).catch(() => null)
  if (verified?.verified !== true) throw wrongField('attestation', SECURITY_TEXTS.passkeyRefused)
  const { credential, credentialBackedUp } = verified.registrationInfo
  return db.transaction().execute(async (tx) => {
    await lockFactors(tx, userId)
    const methods = await methodsOf(tx, userId)
    const added = await tx
      .insertInto('passkey')
      .values({
        user_id: userId,
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: JSON.stringify(attestation.response.transports ?? []),
        synced: credentialBackedUp,
        name,
      })
      .onConflict((c) => c.column('credential_id').doNothing())
      .returning(['id', 'name', 'created_at', 'last_used_at', 'synced'])
      .executeTakeFirst()
    if (!added) throw wrongField('attestation', SECURITY_TEXTS.passkeyKnown)
    if ((await listOf(tx, userId)).length > MAX_PASSKEYS) throw conflict(SECURITY_TEXTS.tooManyPasskeys(MAX_PASSKEYS))
    const recoveryCodes = methods.length === 0 ? await replaceRecoveryCodes(tx, userId) : null
    await markVerified(tx, via)
    await append(tx, userId, 'added', name)
    return { passkey: passkeyOf(added), recoveryCodes }
  })
}

export const rename = (db: Db, userId: number, id: number, name: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const renamed = await tx
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    if (!renamed) throw notFound(SECURITY_TEXTS.passkeyUnknown)
    await append(tx, userId, 'renamed', name)
  })

export const remove = (db: Db, userId: number, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockFactors(tx, userId)
    const removed = await tx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound(SECURITY_TEXTS.passkeyUnknown)
    await dropUnneededCodes(tx, userId)
    await append(tx, userId, 'removed', removed.name)
  })
