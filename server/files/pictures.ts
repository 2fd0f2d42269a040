import { Readable } from 'node:stream'
import { LIMITS } from '../../contract/limits.ts'
import { pictureTypeOf, type PictureWords } from '../../contract/pictures.ts'
import { wrongField } from '../http/refusal.ts'
import type { FileStore } from './store.ts'

/** Keeps a picture that came as base64 and returns its hash. 400 at `image` for what is too large, or no picture by its content. */
export const keepPicture = async (files: FileStore, image: string, words: PictureWords): Promise<string> => {
  const bytes = Buffer.from(image, 'base64')
  if (bytes.length > LIMITS.pictureBytes) throw wrongField('image', words.tooLarge)
  if (pictureTypeOf(bytes) === null) throw wrongField('image', words.wrongType)
  return (await files.put(Readable.from([bytes]), 'picture', LIMITS.pictureBytes)).hash
}
