/** Moves focus after client-side navigation, which would otherwise leave it on a removed link. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** How long a page and its rows may take to appear, in ms. */
const WAIT_MS = 2_000

/**
 * Focuses the heading of the opened page, then the row of the page that the user comes from, if it is listed. Does nothing when focus is
 * still inside the page, or when the user moves it meanwhile. Screen readers announce the focused element.
 */
export function useFocusAfterNavigation(): void {
  const [path] = useLocation()
  const last = useRef(path)
  useEffect(() => {
    const from = last.current
    last.current = path
    const main = document.querySelector('main')
    if (from === path || main === null) return
    const link = document.activeElement
    const isFree = (active: Element | null) =>
      active === null ||
      active === document.body ||
      active.matches('main h1') ||
      (active === link && !main.contains(active))
    /** Returns whether focusing is finished. */
    const settle = (): boolean => {
      if (document.querySelector('[data-modal]') !== null) return true
      if (!isFree(document.activeElement)) return false
      const row = rowOf(main, from)
      const target = row ?? main.querySelector('h1')
      if (target === null) return false
      if (row === null) target.tabIndex = -1
      if (document.activeElement !== target) target.focus({ preventScroll: row === null })
      return row !== null
    }
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
      removeEventListener('keydown', stop, true)
      removeEventListener('pointerdown', stop, true)
    }
    // The previous page stays rendered until this one's code has loaded.
    const observer = new MutationObserver(() => {
      if (settle()) stop()
    })
    const timer = setTimeout(stop, WAIT_MS)
    observer.observe(main, { childList: true, subtree: true })
    addEventListener('keydown', stop, true)
    addEventListener('pointerdown', stop, true)
    if (settle()) stop()
    return stop
  }, [path])
}

/** The link of the row that leads to `path`. Grids of cases manage their own current row. */
const rowOf = (main: Element, path: string): HTMLElement | null => {
  const links = main.querySelectorAll<HTMLAnchorElement>('[data-page-content] :is([role=row], tbody tr, li) a[href]')
  return [...links].find((link) => link.pathname === path && link.closest('[role=treegrid]') === null) ?? null
}
