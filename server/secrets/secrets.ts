import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { hasKeyFile, KEY_ID_BYTES, keysInFolder, parseSecretKeys, type SecretKey } from './keys.ts'

/**
 * Encrypts values that must not be readable in the database, backups and logs. `place` is the associated data that binds a value to its
 * location.
 */
export interface Secrets {
  /** Version, key id, nonce, tag, ciphertext. */
  seal(value: string, place: string): Buffer
  /** Null when the key is unknown, the place differs, or the value is damaged. */
  open(sealed: Buffer, place: string): string | null
}

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES

/**
 * Uses the keys of `SECRET_KEY`, or else the key in the data folder, which it creates on first use. Throws when the folder has a file for the
 * key, but no key in it. All keys decrypt, the first one encrypts.
 */
export const createSecrets = ({ SECRET_KEY, DATA_DIR }: { SECRET_KEY?: string; DATA_DIR: string }): Secrets => {
  let known: SecretKey[] | null = SECRET_KEY === undefined ? null : parseSecretKeys(SECRET_KEY)
  const keys = () => (known ??= keysInFolder(DATA_DIR))
  if (known === null && hasKeyFile(DATA_DIR)) keys()
  return {
    seal: (value, place) => {
      const [key] = keys()
      if (!key) throw new Error('there is no key to encrypt secrets with')
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(place))
      const ciphertext = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), key.id, nonce, cipher.getAuthTag(), ciphertext])
    },
    open: (sealed, place) => {
      if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION) return null
      const parts = [KEY_ID_BYTES, NONCE_BYTES, TAG_BYTES]
      const [id, nonce, tag] = parts.map((length, i) => {
        const from = 1 + parts.slice(0, i).reduce((sum, one) => sum + one, 0)
        return sealed.subarray(from, from + length)
      }) as [Buffer, Buffer, Buffer]
      const key = keys().find((one) => one.id.equals(id))
      if (!key) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(place))
          .setAuthTag(tag)
        return decipher.update(sealed.subarray(HEAD_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
