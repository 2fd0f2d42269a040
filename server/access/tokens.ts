import { createHmac, hash, randomBytes } from 'node:crypto'

/** Returns an unguessable token of 256 bits that is safe in URLs and headers. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the stored form of a token, which does not permit its use. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Derives the refresh token that replaces `token` in its session: deterministic, and only computable with both values. */
export const successorOf = (token: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(token).digest('base64url')
