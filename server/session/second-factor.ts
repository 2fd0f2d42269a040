import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashToken } from '../access/tokens.ts'
import type { Tx } from '../db/open.ts'
import type { Secrets } from '../secrets/secrets.ts'

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
const RECOVERY_CODES = 10
const RECOVERY_CHARACTERS = 16
/** 32 unambiguous characters. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

const placeOf = (userId: number): string => `second-factor:${userId}`

/** Returns a new secret in base32, and as the URI of the QR code. */
export const newSecret = (account: { issuer: string; username: string }): { secret: string; uri: string } => {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = new TOTP({ secret, issuer: account.issuer, label: account.username, period: PERIOD_SECONDS }).toString()
  return { secret: secret.base32, uri }
}

export const sealSecret = (secrets: Secrets, userId: number, secret: string): Buffer =>
  secrets.seal(secret, placeOf(userId))

/** Locks the user's authenticator app, confirmed or not. */
export const lockFactor = (tx: Tx, userId: number) =>
  tx.selectFrom('second_factor').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

type Factor = NonNullable<Awaited<ReturnType<typeof lockFactor>>>

/**
 * Returns whether the code is valid for the current time step or an adjacent one, and consumes it: neither it nor earlier codes are
 * accepted again. Also returns false if the secret cannot be decrypted.
 */
export const takeDigits = async (tx: Tx, secrets: Secrets, factor: Factor, digits: string): Promise<boolean> => {
  const secret = secrets.open(factor.secret, placeOf(factor.user_id))
  if (secret === null) return false
  const timestamp = Date.now()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
  const delta = totp.validate({ token: digits, window: 1, timestamp })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
  if (step <= factor.last_step) return false
  await tx.updateTable('second_factor').set({ last_step: step }).where('user_id', '=', factor.user_id).execute()
  return true
}

const withoutBlanks = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()

export const kindOf = (code: string): 'code' | 'recovery-code' =>
  /^\d{6}$/.test(withoutBlanks(code)) ? 'code' : 'recovery-code'

/** Returns whether the app's code or the recovery code is correct, and consumes it. The user must be locked (`lockFactors`). */
export const takeCode = async (tx: Tx, secrets: Secrets, userId: number, code: string): Promise<boolean> => {
  const given = withoutBlanks(code)
  if (kindOf(code) === 'code') {
    const app = await lockFactor(tx, userId)
    return app?.confirmed_at ? takeDigits(tx, secrets, app, given) : false
  }
  const used = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('hash', '=', hashToken(given))
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Returns 80 random bits in groups of four characters. */
const newRecoveryCode = (): string =>
  Array.from(randomBytes(RECOVERY_CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** Replaces a user's recovery codes and returns them; only hashes are stored. */
export const replaceRecoveryCodes = async (tx: Tx, userId: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, hash: hashToken(withoutBlanks(code)) })))
    .execute()
  return codes
}
