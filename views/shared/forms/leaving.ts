/** Lets a page ask before it is left: by a link, by the command palette, or with the browser's Back. */
import type { AroundNavHandler } from 'wouter'

export interface LeaveGuard {
  /** Whether leaving now needs a word. */
  isNeeded: () => boolean
  /** Asks; `go` leaves, if that is the answer. */
  ask: (go: () => void) => void
}

let guard: LeaveGuard | null = null
let here = ''
let isPassing = false

/** Until the returned function is called. A page at a time: what is drawn last asks. */
export function guardLeaving(wanted: LeaveGuard): () => void {
  guard = wanted
  here = location.href
  return () => {
    if (guard === wanted) guard = null
  }
}

const isAway = (href: string) => new URL(href, location.href).pathname !== new URL(here).pathname

/** For the router: every navigation inside the application comes through here. */
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

/** Back and Forward cannot be stopped: the page's address is put back on top, and taken away again should the answer be to leave. */
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

// Captured: the router must not hear of it before.
if (typeof window !== 'undefined') window.addEventListener('popstate', onPopState, { capture: true })
