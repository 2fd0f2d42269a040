/** Lets a page confirm before it is left: by link, command palette, or the browser's Back. */
import type { AroundNavHandler } from 'wouter'

export interface LeaveGuard {
  /** Returns whether leaving needs a confirmation. */
  isNeeded: () => boolean
  /** Asks; `go` leaves if confirmed. */
  ask: (go: () => void) => void
}

let guard: LeaveGuard | null = null
let here = ''
let isPassing = false

/** Registers until the returned function is called. Only the most recent registration asks. */
export function guardLeaving(wanted: LeaveGuard): () => void {
  guard = wanted
  here = location.href
  return () => {
    if (guard === wanted) guard = null
  }
}

const isAway = (href: string) => new URL(href, location.href).pathname !== new URL(here).pathname

/** For the router: all in-app navigation passes here. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  if (guard === null || isPassing || !isAway(to) || !guard.isNeeded()) return navigate(to, options)
  guard.ask(() => {
    isPassing = true
    try {
      navigate(to, options)
    } finally {
      isPassing = false
    }
  })
}

/** Back and Forward cannot be prevented: the page's entry is pushed again, and removed if leaving is confirmed. */
function onPopState(event: PopStateEvent): void {
  if (isPassing) {
    isPassing = false
    return
  }
  if (guard === null || !isAway(location.href) || !guard.isNeeded()) return
  event.stopImmediatePropagation()
  history.pushState(null, '', here)
  guard.ask(() => {
    isPassing = true
    history.back()
  })
}

// In the capture phase, before the router handles it.
if (typeof window !== 'undefined') window.addEventListener('popstate', onPopState, { capture: true })
