/** Which part of a long list is in sight: rows know where they stand, so that only those are drawn that can be seen. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'

/** Pixels that are scrolled before rows are drawn anew, and that are drawn above and below what is in sight. */
const STEP = 72
const MARGIN = 144

/** What an element shows, as it was when it was scrolled or sized last: asked for while rows are drawn, it would be laid out each time. */
export interface Sight {
  subscribe: (changed: () => void) => () => void
  /** Pixels that are scrolled past, and that are seen. */
  top: () => number
  height: () => number
}

export interface RowWindow {
  /** For the element that scrolls. */
  ref: (element: HTMLElement | null) => void
  element: HTMLElement | null
  sight: Sight
  /** Pixels of the list, from and to. */
  from: number
  to: number
  /** Pixels that are drawn at most. */
  drawn: number
}

const sightOf = (element: HTMLElement | null): Sight => {
  let top = element?.scrollTop ?? 0
  let height = element?.clientHeight ?? 900
  const watchers = new Set<() => void>()
  const look = () => {
    top = element?.scrollTop ?? 0
    height = element?.clientHeight ?? 900
    for (const changed of watchers) changed()
  }
  const sized = new ResizeObserver(look)
  return {
    top: () => top,
    height: () => height,
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
        sized.disconnect()
        element?.removeEventListener('scroll', look)
      }
    },
  }
}

export function useRowWindow(): RowWindow {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const sight = useMemo(() => sightOf(element), [element])
  const top = useSyncExternalStore(sight.subscribe, () => Math.floor(sight.top() / STEP) * STEP)
  const height = useSyncExternalStore(sight.subscribe, () => Math.ceil(sight.height() / STEP) * STEP)
  const ref = useCallback((next: HTMLElement | null) => setElement(next), [])
  const to = top + height + STEP + MARGIN
  return { ref, element, sight, from: Math.max(0, top - MARGIN), to, drawn: height + STEP + 2 * MARGIN }
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
