/**
 * Begins the visit, before React and all that stands on it is there: the page's code, the session and the page's first calls
 * are asked for side by side. The small script that runs first; the application takes over what it has begun.
 */
import { takeHeadStart } from '../../services/http/head-start.ts'
import { createTabs, sessionChannel } from '../../services/session/tabs.ts'
import { provideRandomIds } from './insecure-origin.ts'
import { firstCalls, loadPageOf } from './pages.ts'
import { isSigningOut } from './signing-out.ts'
import { applyTheme, readTheme } from '../shared/theme.ts'
import { afterPaint } from '../shared/when-idle.ts'

provideRandomIds(crypto)
const tabs = createTabs(sessionChannel(), navigator.locks as LockManager | undefined)
const nobody = { renewAlone: () => Promise.reject(new Error()) }
const calls = firstCalls(location.pathname, location.search)
const headStart = takeHeadStart(fetch.bind(window), isSigningOut() ? nobody : tabs, calls)

const startApplication = async () => {
  // Running the application's code keeps the browser busy for longer than it takes to send the renewal: that goes first.
  await Promise.race([headStart.sent, new Promise((resolve) => setTimeout(resolve, 100))])
  // What this device remembers is fetched from another process: while the code is still on its way, waiting for it costs nothing.
  applyTheme(readTheme())
  await prerenderedShown()
  await import('./react.ts')
  const [{ start }] = await Promise.all([import('./main.tsx'), loadPageOf(location.pathname), sheetsApplied()])
  start({ headStart, tabs })
}

const comes = (target: EventTarget, type: string) =>
  new Promise((resolve) => target.addEventListener(type, resolve, { once: true }))

/**
 * Waits until the page that the server has drawn is there to be seen, and asks for the code then: it would keep the browser from
 * showing it.
 */
const prerenderedShown = async () => {
  if (document.documentElement.dataset['prerendering'] === undefined) return
  if (document.readyState === 'loading') await comes(document, 'DOMContentLoaded')
  await afterPaint()
  const scripts = document.querySelector<HTMLTemplateElement>('template#scripts')
  if (scripts !== null) document.head.append(scripts.content)
}

/** Waits for the document's sheets, or for its end where one does not come: what is drawn is also measured. */
const sheetsApplied = async () => {
  if (document.readyState === 'complete') return
  const whole = comes(window, 'load')
  if (document.readyState === 'loading') await comes(document, 'DOMContentLoaded')
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) => !link.sheet)
  await Promise.race([whole, Promise.all(missing.map((link) => comes(link, 'load')))])
}

// Not awaited at the top: what the application imports from here would wait for it.
void startApplication()
