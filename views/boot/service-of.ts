import type { Application } from './application.ts'
import { useApplication } from './context.tsx'

/**
 * Returns a hook that returns a service: created once for each application, on first use. Services that only some pages need are created so,
 * and load with these pages.
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
