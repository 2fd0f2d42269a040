import { TRACE_VIEWER } from '../../../contract/launches/traces.ts'

/**
 * Starts the service worker of the trace viewer. It has to be active before the viewer opens, because the application's own worker would
 * otherwise control the viewer's first document. Resolves with false where the browser has no service workers, as on plain HTTP origins.
 */
export const startTraceViewer = async (): Promise<boolean> => {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  // Some browsers resolve with undefined when a policy forbids service workers.
  const registration = (await serviceWorker?.register(`${TRACE_VIEWER}sw.bundle.js`)) as
    | ServiceWorkerRegistration
    | undefined
  if (registration === undefined) return false
  const worker = registration.active ?? registration.waiting ?? registration.installing
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker?.state === 'activated') resolve()
      if (worker?.state === 'redundant') reject(new Error('The trace viewer did not start.'))
    }
    worker?.addEventListener('statechange', look)
    look()
  })
  return true
}
