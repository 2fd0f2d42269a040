import { LIMITS } from '../../../contract/limits.ts'
import { pictureTypeOf } from '../../../contract/pictures.ts'
import { drawnAt, type Crop } from './crop.ts'

/** Decodes a chosen file. Rejects with a message for the user: too large, `wrongType` by content, or damaged. */
export const readPicture = async (file: Blob, wrongType: string): Promise<ImageBitmap> => {
  if (file.size > LIMITS.pictureSourceBytes) throw new Error('The picture must be smaller than 20 MB')
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  if (pictureTypeOf(head) === null) throw new Error(wrongType)
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    throw new Error('The picture is damaged and cannot be read', { cause })
  }
}

/** Draws the crop; the canvas is square. */
export const drawPicture = (canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void => {
  const context = canvas.getContext('2d')
  if (!context) return
  const side = canvas.width
  const { left, top, width, height } = drawnAt(picture, side, crop)
  context.clearRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, width, height)
}

/** Returns the crop as a PNG in the stored size, in base64. */
export const encoded = async (picture: ImageBitmap, crop: Crop): Promise<string> => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = LIMITS.picturePx
  drawPicture(canvas, picture, crop)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('The browser could not convert this picture')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCodePoint(byte)
  return btoa(text)
}
