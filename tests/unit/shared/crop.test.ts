import { expect, test } from 'vitest'
import { clamped, dragged, drawnAt, MAX_ZOOM, UNCROPPED } from '../../../views/shared/picture/crop.ts'

const wide = { width: 400, height: 200 }
const fills = (drawn: { left: number; top: number; width: number; height: number }, side: number) =>
  drawn.left <= 1e-9 &&
  drawn.top <= 1e-9 &&
  drawn.left + drawn.width >= side - 1e-9 &&
  drawn.top + drawn.height >= side - 1e-9

test('a crop fills the square, as much of the picture as it can show, from the middle', () => {
  expect(drawnAt(wide, 100, UNCROPPED)).toEqual({ width: 200, height: 100, left: -50, top: 0 })
})

test('a fit shows all of it, with equal room on both sides, wherever the crop was', () => {
  const fit = { ...UNCROPPED, way: 'fit' as const, zoom: 3, x: 0.9 }
  expect(drawnAt(wide, 100, fit)).toEqual({ width: 100, height: 50, left: 0, top: 25 })
})

test('the picture follows the hand, and stops where a gap would open', () => {
  const moved = dragged(wide, 100, UNCROPPED, { x: 20, y: 0 })
  expect(drawnAt(wide, 100, moved)).toEqual({ width: 200, height: 100, left: -30, top: 0 })
  const far = drawnAt(wide, 100, dragged(wide, 100, UNCROPPED, { x: 5000, y: -5000 }))
  expect(far.left).toBeCloseTo(0)
  expect(far.top).toBeCloseTo(0)
})

test('any change of a crop fills the square', () => {
  for (const picture of [wide, { width: 30, height: 900 }, { width: 64, height: 64 }])
    for (const zoom of [0, 1, 1.7, MAX_ZOOM, 99])
      for (const at of [-1, 0, 0.3, 1, 2]) {
        const crop = clamped(picture, { way: 'crop', zoom, x: at, y: 1 - at })
        expect(fills(drawnAt(picture, 256, crop), 256)).toBe(true)
      }
})
