import { Readable } from 'node:stream'
import { LIMITS } from '../../contract/limits.ts'
import { pictureTypeOf, type PictureTexts } from '../../contract/pictures.ts'
import { wrongField } from '../http/refusal.ts'
import type { FileStore } from './store.ts'

/** Stores a base64 picture; resolves with its hash. Throws 400 at `image` when it is too large, or its content is not a picture. */
export const keepPicture = async (files: FileStore, image: string, words: PictureTexts): Promise<string> => {
  const bytes = Buffer.from(image, 'base64')
  if (bytes.length > LIMITS.pictureBytes) throw wrongField('image', words.tooLarge)
  if (pictureTypeOf(bytes) === null) throw wrongField('image', words.wrongType)
  return (await files.put(Readable.from([bytes]), 'picture', LIMITS.pictureBytes)).hash
}
