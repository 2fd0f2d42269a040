import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ERROR_CODES } from '../../contract/errors.ts'
import { Refusal } from '../http/refusal.ts'

/** 256-bit key and the id that refers to it in ciphertexts. */
export interface SecretKey {
  id: Buffer
  bytes: Buffer
}

/** Length of a key's id in a ciphertext. */
export const KEY_ID_BYTES = 8

/** Parses 32 bytes in hexadecimal or base64, in either alphabet; null for anything else. */
const parseSecretKey = (text: string): SecretKey | null => {
  const given = text.trim()
  const isHex = /^[0-9a-f]{64}$/i.test(given)
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(given)
  if (!isHex && !isBase64) return null
  const bytes = Buffer.from(given, isHex ? 'hex' : 'base64')
  // Derived with a prefix, so that the id reveals nothing about the key.
  const id = createHash('sha256').update('assay secret key').update(bytes).digest().subarray(0, KEY_ID_BYTES)
  return { id, bytes }
}

/** Parses the keys of a `SECRET_KEY`, the encryption key first; null when one of them is invalid. */
export const parseSecretKeys = (text: string): SecretKey[] | null => {
  const keys = text.split(',').map(parseSecretKey)
  return keys.every((key) => key !== null) ? keys : null
}

/** Returns the text of the installation's keys, or null if it has none yet. */
export const readKeyText = ({
  SECRET_KEY,
  DATA_DIR,
}: {
  SECRET_KEY?: string | undefined
  DATA_DIR: string
}): string | null => SECRET_KEY ?? readIfThere(path.join(DATA_DIR, 'secret.key'))

/** Returns the ids of the keys in hexadecimal. */
export const keyIdsOf = (text: string | null): string[] =>
  (text === null ? null : parseSecretKeys(text))?.map(({ id }) => id.toString('hex')) ?? []

/** Writes the keys to the data folder, unless it has a file for them. */
export const writeKeyText = (dataDir: string, text: string): void => {
  const file = path.join(dataDir, 'secret.key')
  if (!existsSync(file)) writeFileSync(file, `${text.trim()}\n`, { mode: 0o600, flush: true })
}

export const hasKeyFile = (dataDir: string): boolean => existsSync(path.join(dataDir, 'secret.key'))

/** Returns the keys in the data folder; creates one on first use. Throws 500 when the file contains an invalid key. */
export const keysInFolder = (dataDir: string): SecretKey[] => {
  const file = path.join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true })
  const keys = parseSecretKeys(readIfThere(file) ?? made(file))
  if (keys === null)
    throw new Refusal(
      500,
      ERROR_CODES.internal,
      'The file secret.key in the data folder holds no key: restore it from a backup, or set SECRET_KEY',
    )
  return keys
}

/** Creates the file atomically and without overwriting: two processes that start concurrently use the same key. */
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
