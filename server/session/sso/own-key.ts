import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { selfSigned } from './self-signed.ts'

/** Key that this server signs with and decrypts assertions with, and its certificate. Both PEM. */
export interface OwnKey {
  privateKey: string
  certificate: string
}

const PLACE = 'saml-key'
const YEARS = 20

/** Reads the key, creating it on first use. Servers that start concurrently use the same key. */
export const readOwnKey = async (db: Db, secrets: Secrets): Promise<OwnKey> => {
  const stored = (await storedKey(db)) ?? (await createKey(db, secrets))
  const privateKey = secrets.open(stored.sealed, PLACE)
  if (privateKey === null)
    throw new Refusal(
      500,
      ERROR_CODES.internal,
      'The key of single sign-on cannot be decrypted: restore secret.key from a backup, or set SECRET_KEY',
    )
  return { privateKey, certificate: stored.certificate }
}

const storedKey = (db: Db) => db.selectFrom('saml_key').select(['sealed', 'certificate']).executeTakeFirst()

const createKey = async (db: Db, secrets: Secrets) => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const from = new Date()
  const to = new Date(from)
  to.setUTCFullYear(from.getUTCFullYear() + YEARS)
  const certificate = selfSigned(privateKey, 'Assay', from, to)
  await db
    .insertInto('saml_key')
    .values({ id: 1, sealed: secrets.seal(privateKey, PLACE), certificate })
    .onConflict((c) => c.doNothing())
    .execute()
  const stored = await storedKey(db)
  if (!stored) throw new Error('the key of single sign-on was not stored')
  return stored
}
