import type { BehaviorSubject } from 'rxjs'
import { createActor, fromCallback } from 'xstate'
import { appUpdateMachine, type AppUpdateEvent } from '../../../machines/shell/app-update.machine.ts'
import type { VersionNotice } from '../../application/application.ts'
import { SERVICE_WORKER, TAKE_OVER } from './messages.ts'

/** How often a page that stays open checks for a new version when it becomes visible again. */
const ASKED_EVERY_MS = 30 * 60 * 1000

/** Registers the service worker and reports new versions. Does nothing on insecure origins, where there is no service worker. */
export const followVersions = async (
  window: Window & typeof globalThis,
  notice$: BehaviorSubject<VersionNotice | null>,
): Promise<void> => {
  const { serviceWorker } = window.navigator as { serviceWorker?: ServiceWorkerContainer }
  if (serviceWorker === undefined) return
  // Some browsers resolve with undefined when a policy forbids service workers.
  const registration = (await serviceWorker.register(SERVICE_WORKER)) as ServiceWorkerRegistration | undefined
  if (registration === undefined) return
  const versions = fromCallback<AppUpdateEvent>(({ sendBack }) => {
    // The first service worker takes control without replacing an earlier one.
    let hasBefore = serviceWorker.controller !== null
    const follow = (worker: ServiceWorker | null) => {
      const look = () => {
        if (worker?.state === 'installed' && serviceWorker.controller !== null) sendBack({ type: 'version/waits' })
      }
      look()
      worker?.addEventListener('statechange', look)
    }
    const onFound = () => follow(registration.installing)
    const onTaken = () => {
      if (hasBefore) sendBack({ type: 'version/began' })
      hasBefore = true
    }
    let askedAt = Date.now()
    const onVisible = () => {
      if (window.document.visibilityState !== 'visible' || Date.now() - askedAt < ASKED_EVERY_MS) return
      askedAt = Date.now()
      registration.update().catch(() => undefined) // no network: the next check retries
    }
    follow(registration.waiting)
    onFound()
    registration.addEventListener('updatefound', onFound)
    serviceWorker.addEventListener('controllerchange', onTaken)
    window.document.addEventListener('visibilitychange', onVisible)
    return () => {
      registration.removeEventListener('updatefound', onFound)
      serviceWorker.removeEventListener('controllerchange', onTaken)
      window.document.removeEventListener('visibilitychange', onVisible)
    }
  })
  const update = createActor(appUpdateMachine.provide({ actors: { versions } }))
  update.on('version/take-over', () => registration.waiting?.postMessage(TAKE_OVER))
  update.on('page/reload', () => window.location.reload())
  const take = () => update.send({ type: 'update/take' })
  const later = () => update.send({ type: 'update/later' })
  update.subscribe((snapshot) => {
    if (snapshot.matches('waiting')) notice$.next({ kind: 'waiting', take, later })
    else if (snapshot.matches('replaced')) notice$.next({ kind: 'replaced', take })
    else notice$.next(null)
  })
  update.start()
}
