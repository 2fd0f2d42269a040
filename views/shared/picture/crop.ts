/** Geometry of a square crop. */

export interface Size {
  width: number
  height: number
}

export interface Crop {
  /** `crop`: fills the square and cuts off the rest. `fit`: shows the whole picture with margins. */
  way: 'crop' | 'fit'
  /** Zoom; 1 shows as much of the picture as a square can. */
  zoom: number
  /** Centre of the crop as a fraction of the picture's width and height: 0 to 1. */
  x: number
  y: number
}

export const MAX_ZOOM = 4
export const UNCROPPED: Crop = { way: 'crop', zoom: 1, x: 0.5, y: 0.5 }

/** Returns the drawn size of the picture for a square of this side. */
const drawnSize = (picture: Size, side: number, { way, zoom }: Pick<Crop, 'way' | 'zoom'>): Size => {
  const scale =
    way === 'fit'
      ? side / Math.max(picture.width, picture.height)
      : (side / Math.min(picture.width, picture.height)) * zoom
  return { width: picture.width * scale, height: picture.height * scale }
}

/** Returns the nearest crop without gaps. */
export const clamped = (picture: Size, crop: Crop): Crop => {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, crop.zoom))
  const { width, height } = drawnSize(picture, 1, { way: 'crop', zoom })
  const within = (at: number, drawn: number) => Math.min(1 - 0.5 / drawn, Math.max(0.5 / drawn, at))
  return { ...crop, zoom, x: within(crop.x, width), y: within(crop.y, height) }
}

/** Returns where the picture is drawn in a square of this side. */
export const drawnAt = (picture: Size, side: number, crop: Crop): Size & { left: number; top: number } => {
  const { width, height } = drawnSize(picture, side, crop)
  const { x, y } = crop.way === 'fit' ? { x: 0.5, y: 0.5 } : crop
  return { width, height, left: side / 2 - x * width, top: side / 2 - y * height }
}

/** Returns the crop after dragging by a number of pixels. */
export const dragged = (picture: Size, side: number, crop: Crop, by: { x: number; y: number }): Crop => {
  const { width, height } = drawnSize(picture, side, crop)
  return clamped(picture, { ...crop, x: crop.x - by.x / width, y: crop.y - by.y / height })
}
