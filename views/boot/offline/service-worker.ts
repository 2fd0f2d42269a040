/**
 * Opens the application without a network: everything it is made of is kept by this device. Built apart from the page (see
 * `scripts/service-worker.ts`), for it runs beside it and outlives it.
 *
 * Addresses are asked of the server first, so that whoever has a network never sees an old page; what is hashed comes from here. A new
 * version waits until somebody takes it: nothing is reloaded under anybody's hands.
 */
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { TAKE_OVER } from './messages.ts'

/** Files of this version; put in by the build. */
declare const PRECACHED: { url: string; revision: string | null }[]

interface Worker {
  addEventListener(type: 'message', listen: (event: { data: unknown }) => void): void
  addEventListener(type: 'activate', listen: (event: { waitUntil(done: Promise<unknown>): void }) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}
const worker = globalThis as unknown as Worker

/** A network that has not begun to answer by then is as good as none. */
const PATIENCE_MS = 3000

/** Between two files that are kept for later, so that whoever works meanwhile has the processor to themselves. */
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
  // A gateway in between says that the server is away; the page itself can say it better.
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
    // What is answered by the server alone: calls, and whatever ends like a file.
    { denylist: [/^\/api\//, /^\/sso\/./, /\.[a-z0-9]+(?:\?|$)/i] },
  ),
)

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.registration.navigationPreload?.enable(), worker.clients.claim()]))
})
worker.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void worker.skipWaiting()
})
