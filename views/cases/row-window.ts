/** Which part of a long list is in sight: rows know where they stand, so that only those are drawn that can be seen. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'

/** Pixels that are scrolled before rows are drawn anew, and that are drawn above and below what is in sight. */
const STEP = 72
const MARGIN = 144

export interface RowWindow {
  /** For the element that scrolls. */
  ref: (element: HTMLElement | null) => void
  element: HTMLElement | null
  /** Pixels of the list, from and to. */
  from: number
  to: number
}

export function useRowWindow(): RowWindow {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const store = useMemo(() => {
    const measure = () =>
      element === null
        ? '0 900'
        : `${Math.floor(element.scrollTop / STEP) * STEP} ${Math.ceil(element.clientHeight / STEP) * STEP}`
    return {
      read: measure,
      subscribe: (changed: () => void) => {
        if (element === null) return () => undefined
        const sized = new ResizeObserver(changed)
        sized.observe(element)
        element.addEventListener('scroll', changed, { passive: true })
        return () => {
          sized.disconnect()
          element.removeEventListener('scroll', changed)
        }
      },
    }
  }, [element])
  const [top = 0, height = 0] = useSyncExternalStore(store.subscribe, store.read).split(' ').map(Number)
  const ref = useCallback((next: HTMLElement | null) => setElement(next), [])
  return { ref, element, from: Math.max(0, top - MARGIN), to: top + height + STEP + MARGIN }
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
