import type { Application } from './application.ts'
import { useApplication } from './context.tsx'

/**
 * Returns a hook that creates a service once per application, on first use. Services of single pages are created this way and load with
 * their pages.
 */
export function serviceOf<Service>(create: (application: Application) => Service): () => Service {
  const services = new WeakMap<Application, Service>()
  return function useService() {
    const application = useApplication()
    const service = services.get(application) ?? create(application)
    services.set(application, service)
    return service
  }
}
