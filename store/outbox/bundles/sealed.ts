import { Dexie, type EntityTable } from 'dexie'

/** Encrypted work of a user, readable only with their passphrase. */
interface SealedRow {
  id: 'unsent'
  at: number
  commands: number
  /** Left out by earlier versions. */
  drafts?: number
  salt: Uint8Array<ArrayBuffer>
  iv: Uint8Array<ArrayBuffer>
  content: ArrayBuffer
}

export interface Sealed {
  /** Epoch ms. */
  at: number
  commands: number
  drafts: number
}

/** Wrong passphrase. */
export class WrongPassphrase extends Error {}

/** Slow on purpose, against brute force by a user who has the disk. */
const ITERATIONS = 600_000

const keyOf = async (crypto: Crypto, passphrase: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> => {
  const words = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** A separate database, because it outlives the log of a signed-out user. */
const open = (userId: number) => {
  const db = new Dexie(`assay-sealed-${userId}`) as Dexie & { sealed: EntityTable<SealedRow, 'id'> }
  // Once shipped: add version(2), never edit this.
  db.version(1).stores({ sealed: 'id' })
  return db
}

const inDatabase = async <T>(userId: number, work: (db: ReturnType<typeof open>) => Promise<T>): Promise<T> => {
  const db = open(userId)
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** Browsers only encrypt on HTTPS and localhost. */
export const canSeal = (crypto: Crypto): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined

interface Sealing {
  passphrase: string
  content: Uint8Array<ArrayBuffer>
  commands: number
  drafts?: number
}

/** Replaces what was sealed before: read it with `unsealed` first. On disk when it resolves. */
export const seal = (
  userId: number,
  { passphrase, content, commands, drafts = 0 }: Sealing,
  crypto: Crypto = globalThis.crypto,
): Promise<void> =>
  inDatabase(userId, async ({ sealed }) => {
    const salt = crypto.getRandomValues(new Uint8Array(16))
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const key = await keyOf(crypto, passphrase, salt)
    const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, content)
    await sealed.put({ id: 'unsent', at: Date.now(), commands, drafts, salt, iv, content: encrypted })
  })

export const sealedOf = (userId: number): Promise<Sealed | null> =>
  inDatabase(userId, async ({ sealed }) => {
    const row = await sealed.get('unsent')
    return row === undefined ? null : { at: row.at, commands: row.commands, drafts: row.drafts ?? 0 }
  })

/** Throws `WrongPassphrase`; deletes nothing. Null when nothing is sealed. */
export const unsealed = (
  userId: number,
  passphrase: string,
  crypto: Crypto = globalThis.crypto,
): Promise<Uint8Array<ArrayBuffer> | null> =>
  inDatabase(userId, async ({ sealed }) => {
    const row = await sealed.get('unsent')
    if (row === undefined) return null
    const key = await keyOf(crypto, passphrase, row.salt)
    try {
      return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: row.iv }, key, row.content))
    } catch (cause) {
      throw new WrongPassphrase('Wrong passphrase', { cause })
    }
  })

export const dropSealed = (userId: number): Promise<void> =>
  inDatabase(userId, async ({ sealed }) => {
    await sealed.delete('unsent')
  })
