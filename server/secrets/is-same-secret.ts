import { hash, timingSafeEqual } from 'node:crypto'

/** Compares digests, so that timing reveals neither the content nor the length of the secret. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
