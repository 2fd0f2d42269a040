import { z } from 'zod/mini'
import { LIMITS } from './limits.ts'

/**
 * Returns the type of a logo or photo (GENERAL-04, PROF-20), detected by its first bytes and not by its file name; null for any other
 * content.
 */
export const pictureTypeOf = (head: Uint8Array): 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | null => {
  const startsWith = (bytes: readonly number[], from = 0) => bytes.every((byte, i) => head[from + i] === byte)
  if (startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith([0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith([0x47, 0x49, 0x46, 0x38])) return 'image/gif'
  const isRiff = startsWith([0x52, 0x49, 0x46, 0x46]) && startsWith([0x57, 0x45, 0x42, 0x50], 8)
  return isRiff ? 'image/webp' : null
}

/** Messages for a rejected picture. */
export interface PictureTexts {
  wrongType: string
  tooLarge: string
}

/** Four characters of base64 encode three bytes. */
const MAX_TEXT = Math.ceil(LIMITS.pictureBytes / 3) * 4

/** `image`: the picture's bytes in base64. 400 at `image` for anything but PNG, JPEG, WebP or GIF, and beyond `LIMITS.pictureBytes`. */
export const pictureBody = ({ wrongType, tooLarge }: PictureTexts) =>
  z.object({ image: z.string().check(z.minLength(1), z.maxLength(MAX_TEXT, tooLarge), z.base64(wrongType)) })
