import { createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ERROR_CODES } from '../../contract/errors.ts'
import { Refusal } from '../http/refusal.ts'

/** A key of 256 bits and the short name that ciphertexts call it by. */
export interface SecretKey {
  id: Buffer
  bytes: Buffer
}

/** Length of a key's id in a ciphertext. */
export const KEY_ID_BYTES = 8

/** 32 bytes as 64 hexadecimal digits or in base64, in either alphabet; null for anything else. */
const parseSecretKey = (text: string): SecretKey | null => {
  const given = text.trim()
  const isHex = /^[0-9a-f]{64}$/i.test(given)
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(given)
  if (!isHex && !isBase64) return null
  const bytes = Buffer.from(given, isHex ? 'hex' : 'base64')
  // Not the key itself: what names it must not help to find it.
  const id = createHash('sha256').update('assay secret key').update(bytes).digest().subarray(0, KEY_ID_BYTES)
  return { id, bytes }
}

/** The keys of a `SECRET_KEY`, the one to encrypt with first; null when one of them is none. */
export const parseSecretKeys = (text: string): SecretKey[] | null => {
  const keys = text.split(',').map(parseSecretKey)
  return keys.every((key) => key !== null) ? keys : null
}

/** What stands in the data folder, made the first time somebody asks. Refuses with 500 when the file is there and holds no key. */
export const keyInFolder = (dataDir: string): SecretKey => {
  const file = path.join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true })
  const key = parseSecretKey(readIfThere(file) ?? made(file))
  if (key === null)
    throw new Refusal(
      500,
      ERROR_CODES.internal,
      'The file secret.key in the data folder holds no key: restore it from a backup, or set SECRET_KEY',
    )
  return key
}

/** Written beside and put in place whole and never over another: of two processes that begin at once, both read the same key. */
const made = (file: string): string => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8')
}

const readIfThere = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
