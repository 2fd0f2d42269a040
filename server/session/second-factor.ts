import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashToken } from '../access/tokens.ts'
import type { Tx } from '../db/open.ts'
import type { Secrets } from '../secrets/secrets.ts'

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
const RECOVERY_CODES = 10
const RECOVERY_CHARACTERS = 16
/** 32 characters of which none looks like another. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

const placeOf = (personId: number): string => `second-factor:${personId}`

/** A new secret, in base32 and as apps read it from a QR code. */
export const newSecret = (account: { issuer: string; username: string }): { secret: string; uri: string } => {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = new TOTP({ secret, issuer: account.issuer, label: account.username, period: PERIOD_SECONDS }).toString()
  return { secret: secret.base32, uri }
}

export const sealSecret = (secrets: Secrets, personId: number, secret: string): Buffer =>
  secrets.seal(secret, placeOf(personId))

/** Locks the authenticator app of a person, confirmed or not. */
export const lockFactor = (tx: Tx, personId: number) =>
  tx.selectFrom('second_factor').selectAll().where('person_id', '=', personId).forUpdate().executeTakeFirst()

type Factor = NonNullable<Awaited<ReturnType<typeof lockFactor>>>

/**
 * Returns whether these are the digits of now, or of the step before or after, and uses them up: neither they nor earlier ones are
 * accepted again. False as well when the secret cannot be decrypted.
 */
export const takeDigits = async (tx: Tx, secrets: Secrets, factor: Factor, digits: string): Promise<boolean> => {
  const secret = secrets.open(factor.secret, placeOf(factor.person_id))
  if (secret === null) return false
  const timestamp = Date.now()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
  const delta = totp.validate({ token: digits, window: 1, timestamp })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
  if (step <= factor.last_step) return false
  await tx.updateTable('second_factor').set({ last_step: step }).where('person_id', '=', factor.person_id).execute()
  return true
}

const withoutBlanks = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()

export const kindOf = (code: string): 'code' | 'recovery-code' =>
  /^\d{6}$/.test(withoutBlanks(code)) ? 'code' : 'recovery-code'

/** Returns whether the digits or the recovery code are right, and uses them up. The person has to be locked (`lockFactors`). */
export const takeCode = async (tx: Tx, secrets: Secrets, personId: number, code: string): Promise<boolean> => {
  const given = withoutBlanks(code)
  if (kindOf(code) === 'code') {
    const app = await lockFactor(tx, personId)
    return app?.confirmed_at ? takeDigits(tx, secrets, app, given) : false
  }
  const used = await tx
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('hash', '=', hashToken(given))
    .returning('person_id')
    .executeTakeFirst()
  return used !== undefined
}

/** 80 random bits in groups of four. */
const newRecoveryCode = (): string =>
  Array.from(randomBytes(RECOVERY_CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** Replaces the recovery codes of a person. What is returned is stored as hashes alone. */
export const replaceRecoveryCodes = async (tx: Tx, personId: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ person_id: personId, hash: hashToken(withoutBlanks(code)) })))
    .execute()
  return codes
}
