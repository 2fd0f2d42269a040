import { createHmac, hash, randomBytes } from 'node:crypto'

/** A value that cannot be guessed, safe in addresses and headers: 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: whoever reads the database cannot use it. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The refresh token that follows `token` in its session: always the same one, and known only to who has both. */
export const successorOf = (token: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(token).digest('base64url')
