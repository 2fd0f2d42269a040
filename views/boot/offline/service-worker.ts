/**
 * Opens the application without a network from cached files. Built separately (`scripts/service-worker.ts`). Documents are requested from
 * the network first, so that nobody with a network sees an old page; hashed files come from the cache. A new version waits until a user
 * accepts it: pages are never reloaded on their own.
 */
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { TAKE_OVER } from './messages.ts'

/** Files of this version, inserted by the build. */
declare const PRECACHED: { url: string; revision: string | null }[]

interface InstallEvent {
  /** Chromium's, since version 123. */
  addRoutes?(route: { condition: { urlPattern: string }; source: 'network' }): Promise<void>
}

interface Worker {
  addEventListener(type: 'install', listen: (event: InstallEvent) => void): void
  addEventListener(type: 'message', listen: (event: { data: unknown }) => void): void
  addEventListener(type: 'activate', listen: (event: { waitUntil(done: Promise<unknown>): void }) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}
const worker = globalThis as unknown as Worker

/** A network that has not answered by then counts as none. */
const PATIENCE_MS = 3000

/** Pause between two precached files, so that caching does not slow the page down. */
const PAUSE_MS = 30

addPlugins([
  {
    requestWillFetch: async ({ request, event }) => {
      if (event?.type === 'install') await new Promise((resume) => setTimeout(resume, PAUSE_MS))
      return request
    },
  },
])
precacheAndRoute(PRECACHED)
cleanupOutdatedCaches()

const fromServer = async (
  request: Request,
  preloaded: Promise<Response | undefined> | undefined,
): Promise<Response> => {
  const response = (await preloaded) ?? (await fetch(request))
  // A gateway error means that the server is unreachable, which the cached application explains better.
  if (response.status >= 502 && response.status <= 504) throw new Error(`the gateway answered ${response.status}`)
  return response
}

const openPage = async (request: Request, preloaded: Promise<Response | undefined> | undefined): Promise<Response> => {
  const shell = await matchPrecache('/')
  if (shell === undefined) return fetch(request)
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(shell), PATIENCE_MS))
  try {
    return await Promise.race([fromServer(request, preloaded), late])
  } catch {
    return shell
  }
}

registerRoute(
  new NavigationRoute(
    ({ request, event }) =>
      openPage(request, (event as { preloadResponse?: Promise<Response | undefined> }).preloadResponse),
    // Only the server answers these: API calls, the documentation, and paths that end like a file.
    { denylist: [/^\/api\//, /^\/help(?:\/|$)/, /^\/sso\/./, /\.[a-z0-9]+(?:\?|$)/i] },
  ),
)

// A stopped service worker starts for a request unless a route leads past it: calls would wait, and so would a new version.
worker.addEventListener(
  'install',
  (event) => void event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }),
)
worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.registration.navigationPreload?.enable(), worker.clients.claim()]))
})
worker.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void worker.skipWaiting()
})
