/** Which part of a long list is in sight: rows know where they stand, so that only those are drawn that can be seen. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'

/** Pixels that are scrolled before rows are drawn anew, and that are drawn above and below what is in sight. */
const STEP = 72
const MARGIN = 144

/** Frames that follow each other no later than this are one movement, and it has come to rest when none followed for so long. */
const FRAMES_APART_MS = 150
const REST_MS = 80

/** What an element shows, as it was when it was scrolled or sized last: asked for while rows are drawn, it would be laid out each time. */
export interface Sight {
  subscribe: (changed: () => void) => () => void
  /** Pixels that are scrolled past, and that are seen. */
  top: () => number
  height: () => number
  /** It moves by more than half of what is seen with each frame, as a scroll bar does that is dragged: nobody can read rows that pass so fast. */
  isFlying: () => boolean
  /** Pixels that were scrolled past when it last was not flying. */
  restingTop: () => number
}

export interface RowWindow {
  /** For the element that scrolls. */
  ref: (element: HTMLElement | null) => void
  element: HTMLElement | null
  sight: Sight
  /** Pixels of the list, from and to. */
  from: number
  to: number
  /** Rows stay as they are until it is over. */
  isFlying: boolean
  /** Pixels that are drawn at most. */
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
  const tell = () => {
    for (const changed of watchers) changed()
  }
  const land = () => {
    isFlying = false
    restingTop = top
    tell()
  }
  const look = () => {
    const before = top
    top = element?.scrollTop ?? 0
    height = element?.clientHeight ?? 900
    const now = performance.now()
    const isFar = Math.abs(top - before) > height / 2
    // One jump is somebody who goes somewhere: that is drawn at once.
    isFlying = isFar && now - movedFarAt < FRAMES_APART_MS
    if (isFar) movedFarAt = now
    clearTimeout(rest)
    if (!isFlying) return land()
    rest = setTimeout(land, REST_MS)
    tell()
  }
  const sized = new ResizeObserver(look)
  return {
    top: () => top,
    height: () => height,
    isFlying: () => isFlying,
    restingTop: () => restingTop,
    subscribe: (changed) => {
      // One listener for all: between two of them React may draw, and the second would lay out what it drew.
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

/** `isDrawnInFlight`: for rows that cost little. */
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

/** Scrolls no further than it has to, with room for what sticks at the top. */
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

/** Width of the window, in steps that matter to panes. */
export const useClientWidth = (): number => {
  const [width, setWidth] = useState(() => document.documentElement.clientWidth)
  useEffect(() => {
    const measure = () => setWidth(document.documentElement.clientWidth)
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return width
}
