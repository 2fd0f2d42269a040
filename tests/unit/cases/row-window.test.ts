import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sightOf, type Sight } from '../../../views/shared/cases/row-window.ts'

/** The events of a scrolling element, and no more. */
class Scrolling extends EventTarget {
  scrollTop = 0
  readonly clientHeight = 800
}
let element = new Scrolling()
let sight: Sight
let drawn: number[] = []

const scrollBy = (pixels: number, afterMs = 16) => {
  vi.advanceTimersByTime(afterMs)
  element.scrollTop += pixels
  element.dispatchEvent(new Event('scroll'))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  element = new Scrolling()
  sight = sightOf(element as unknown as HTMLElement)
  drawn = []
  sight.subscribe(() => drawn.push(sight.restingTop()))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('renders every frame while scrolling slowly', () => {
  for (let frame = 0; frame < 5; frame += 1) scrollBy(390)
  expect(drawn).toEqual([390, 780, 1170, 1560, 1950])
  expect(sight.isFlying()).toBe(false)
})

test('renders a jump immediately, also soon after slow scrolling', () => {
  scrollBy(100)
  scrollBy(20_000)
  expect(sight.isFlying()).toBe(false)
  expect(sight.restingTop()).toBe(element.scrollTop)
})

test('does not render rows while scrolling fast', () => {
  scrollBy(7500, 1000)
  const begun = sight.restingTop()
  for (let frame = 0; frame < 10; frame += 1) scrollBy(7500)
  expect([sight.isFlying(), sight.restingTop(), sight.top()]).toEqual([true, begun, begun + 75_000])
  scrollBy(100)
  expect([sight.isFlying(), sight.restingTop()]).toEqual([false, begun + 75_100])
  for (let frame = 0; frame < 2; frame += 1) scrollBy(-7500)
  expect(sight.isFlying()).toBe(true)
  vi.advanceTimersByTime(80)
  expect([sight.isFlying(), sight.restingTop()]).toEqual([false, sight.top()])
  expect(drawn.at(-1)).toBe(sight.top())
})
