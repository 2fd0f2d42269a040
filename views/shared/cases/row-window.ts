/** Tracks the visible part of a long list, so that only those rows are rendered. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'

/** Pixels of scrolling before rows re-render, and of rows rendered above and below the visible part. */
const STEP = 72
const MARGIN = 144

/** Scroll events at most this far apart are one movement; it has ended after a pause of `REST_MS`. */
const FRAMES_APART_MS = 150
const REST_MS = 80

/** Scroll position and size at the last scroll or resize: reading them during render would force a layout each time. */
export interface Sight {
  subscribe: (changed: () => void) => () => void
  /** Scroll offset and visible height, in pixels. */
  top: () => number
  height: () => number
  /** Scrolling by more than half of the visible height per frame, as when a scroll bar is dragged: rows cannot be read at that speed. */
  isFlying: () => boolean
  /** Scroll offset before fast scrolling began. */
  restingTop: () => number
}

export interface RowWindow {
  /** Attach to the scroll container. */
  ref: (element: HTMLElement | null) => void
  element: HTMLElement | null
  sight: Sight
  /** Start and end of the rendered range, in pixels. */
  from: number
  to: number
  /** Whether rows are frozen until fast scrolling ends. */
  isFlying: boolean
  /** Maximum height of rendered rows, in pixels. */
  drawn: number
}

export const sightOf = (element: HTMLElement | null): Sight => {
  let top = element?.scrollTop ?? 0
  let height = element?.clientHeight ?? 900
  let restingTop = top
  let isFlying = false
  let movedFarAt = -Infinity
  let rest: ReturnType<typeof setTimeout> | undefined
  const watchers = new Set<() => void>()
  const notify = () => {
    for (const changed of watchers) changed()
  }
  const land = () => {
    isFlying = false
    restingTop = top
    notify()
  }
  const look = () => {
    const before = top
    top = element?.scrollTop ?? 0
    height = element?.clientHeight ?? 900
    const now = performance.now()
    const isFar = Math.abs(top - before) > height / 2
    // A single jump is intended navigation: it renders immediately.
    isFlying = isFar && now - movedFarAt < FRAMES_APART_MS
    if (isFar) movedFarAt = now
    clearTimeout(rest)
    if (!isFlying) return land()
    rest = setTimeout(land, REST_MS)
    notify()
  }
  const sized = new ResizeObserver(look)
  return {
    top: () => top,
    height: () => height,
    isFlying: () => isFlying,
    restingTop: () => restingTop,
    subscribe: (changed) => {
      // One shared listener: between two, React may render, and the second would force a layout.
      if (watchers.size === 0 && element !== null) {
        sized.observe(element)
        element.addEventListener('scroll', look, { passive: true })
      }
      watchers.add(changed)
      return () => {
        watchers.delete(changed)
        if (watchers.size > 0) return
        clearTimeout(rest)
        sized.disconnect()
        element?.removeEventListener('scroll', look)
      }
    },
  }
}

/** `isDrawnInFlight`: keeps rendering cheap rows during fast scrolling. */
export function useRowWindow({ isDrawnInFlight = false } = {}): RowWindow {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const sight = useMemo(() => sightOf(element), [element])
  const topOf = isDrawnInFlight ? sight.top : sight.restingTop
  const top = useSyncExternalStore(sight.subscribe, () => Math.floor(topOf() / STEP) * STEP)
  const isFlying = useSyncExternalStore(sight.subscribe, () => !isDrawnInFlight && sight.isFlying())
  const height = useSyncExternalStore(sight.subscribe, () => Math.ceil(sight.height() / STEP) * STEP)
  const ref = useCallback((next: HTMLElement | null) => setElement(next), [])
  const to = top + height + STEP + MARGIN
  return { ref, element, sight, isFlying, from: Math.max(0, top - MARGIN), to, drawn: height + STEP + 2 * MARGIN }
}

/** Scrolls the minimum distance, with room for sticky rows at the top. */
export const bringIntoSight = (
  element: HTMLElement | null,
  { top, height }: { top: number; height: number },
  sticky = 0,
): void => {
  if (element === null) return
  if (top < element.scrollTop + sticky) element.scrollTop = Math.max(0, top - sticky)
  else if (top + height > element.scrollTop + element.clientHeight)
    element.scrollTop = top + height - element.clientHeight
}

/** Window width in steps that matter to panes. */
export const useClientWidth = (): number => {
  const [width, setWidth] = useState(() => document.documentElement.clientWidth)
  useEffect(() => {
    const measure = () => setWidth(document.documentElement.clientWidth)
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return width
}
