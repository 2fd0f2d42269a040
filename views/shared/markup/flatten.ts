import type { Mark, Point } from '../../../machines/markup/markup.machine.ts'

/** Returns the stroke width for a picture of this width, in its pixels. */
export const strokeOf = (widthPx: number): number => Math.max(3, Math.round(widthPx / 320))

/** Returns the two strokes of an arrowhead, from its tip. */
export const headOf = (from: Point, to: Point, stroke: number): readonly [Point, Point] => {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const length = Math.min(stroke * 6, Math.hypot(to.x - from.x, to.y - from.y))
  const back = (turn: number): Point => ({
    x: to.x - length * Math.cos(angle + turn),
    y: to.y - length * Math.sin(angle + turn),
  })
  return [back(Math.PI / 7), back(-Math.PI / 7)]
}

/** Returns the rectangle between two points. */
export const rectOf = ([one, other]: readonly Point[]): { x: number; y: number; width: number; height: number } => {
  if (one === undefined || other === undefined) return { x: 0, y: 0, width: 0, height: 0 }
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  }
}

/** Draws the picture with its blurred areas only. */
export const drawPicture = (context: CanvasRenderingContext2D, picture: ImageBitmap, marks: readonly Mark[]): void => {
  context.drawImage(picture, 0, 0)
  for (const mark of marks) if (mark.tool === 'blur') blur(context, mark)
}

/** Mosaic squares along the longer side of a blurred area: too few to read text. */
const BLUR_SQUARES = 10

/** Returns the picture with its marks as a PNG of the same size. Blurred content is removed for good. */
export const flatten = async (picture: ImageBitmap, marks: readonly Mark[]): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw on pictures')
  // Blur first: other marks on top stay sharp.
  drawPicture(context, picture, marks)
  for (const mark of marks) if (mark.tool !== 'blur') draw(context, mark, strokeOf(picture.width))
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('This browser cannot save this picture as PNG')
  return blob
}

const blur = (context: CanvasRenderingContext2D, { points }: Mark): void => {
  const { x, y, width, height } = rectOf(points)
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [wide, high] = [Math.ceil(x + width) - left, Math.ceil(y + height) - top]
  if (wide < 1 || high < 1) return
  const square = Math.max(wide, high) / BLUR_SQUARES
  const small = document.createElement('canvas')
  small.width = Math.max(1, Math.round(wide / square))
  small.height = Math.max(1, Math.round(high / square))
  const inSmall = small.getContext('2d')
  if (inSmall === null) throw new Error('This browser cannot blur pictures')
  inSmall.imageSmoothingQuality = 'high'
  inSmall.drawImage(context.canvas, left, top, wide, high, 0, 0, small.width, small.height)
  context.save()
  context.imageSmoothingEnabled = false
  context.drawImage(small, 0, 0, small.width, small.height, left, top, wide, high)
  context.restore()
}

const draw = (context: CanvasRenderingContext2D, { tool, colour, points }: Mark, stroke: number): void => {
  const [from, ...rest] = points
  const to = rest.at(-1)
  if (from === undefined || to === undefined) return
  context.save()
  context.strokeStyle = colour
  context.lineWidth = stroke
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  if (tool === 'box') {
    const { x, y, width, height } = rectOf(points)
    context.rect(x, y, width, height)
  } else {
    context.moveTo(from.x, from.y)
    for (const { x, y } of rest) context.lineTo(x, y)
    if (tool === 'arrow')
      for (const end of headOf(from, to, stroke)) {
        context.moveTo(to.x, to.y)
        context.lineTo(end.x, end.y)
      }
  }
  context.stroke()
  context.restore()
}
