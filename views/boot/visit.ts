/**
 * The first script of a visit, before React loads: requests the page's code, the session and the page's first calls in parallel. The
 * application adopts these requests.
 */
import { takeHeadStart } from '../../services/http/head-start.ts'
import { createTabs, sessionChannel } from '../../services/session/tabs.ts'
import { provideRandomIds } from './insecure-origin.ts'
import { firstCalls, loadPageOf } from '../pages.ts'
import { isSigningOut } from './signing-out.ts'
import { applyTheme, readTheme } from '../shared/theme.ts'

provideRandomIds(crypto)
const tabs = createTabs(sessionChannel(), navigator.locks as LockManager | undefined)
const nobody = { renewAlone: () => Promise.reject(new Error()) }
const calls = firstCalls(location.pathname, location.search)
const headStart = takeHeadStart(fetch.bind(window), isSigningOut() ? nobody : tabs, calls)

const startApplication = async () => {
  await Promise.all([
    // Evaluating the application's code blocks the main thread longer than sending the renewal takes, so the renewal goes first.
    Promise.race([headStart.sent, waitFor(100)]),
    prerenderedShown(),
  ])
  // Reading what this device remembers waits for another process, so it starts while the code is still loading.
  applyTheme(readTheme())
  await import('./react.ts')
  const [{ start }] = await Promise.all([import('./main.tsx'), loadPageOf(location.pathname), sheetsApplied()])
  start({ headStart, tabs })
}

const comes = (target: EventTarget, type: string) =>
  new Promise((resolve) => target.addEventListener(type, resolve, { once: true }))

const waitFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until the server-drawn page is painted before it requests the code, which would delay that paint. */
const prerenderedShown = async () => {
  if (document.documentElement.dataset['prerendering'] === undefined) return
  // Background tabs never paint.
  await Promise.race([globalThis.assayEarlyInputs?.painted, waitFor(250)])
  const scripts = document.querySelector<HTMLTemplateElement>('template#scripts')
  if (scripts !== null) document.head.append(scripts.content)
}

/** Waits for the stylesheets, or for the document's end when one fails to load: layout depends on them. */
const sheetsApplied = async () => {
  if (document.readyState === 'complete') return
  const whole = comes(window, 'load')
  if (document.readyState === 'loading') await comes(document, 'DOMContentLoaded')
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) => !link.sheet)
  await Promise.race([whole, Promise.all(missing.map((link) => comes(link, 'load')))])
}

// Not a top-level await: modules that import from here would wait for it.
void startApplication()
