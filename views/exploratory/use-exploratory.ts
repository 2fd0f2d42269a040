import { createExploratoryService, type ExploratoryService } from '../../services/exploratory/exploratory.ts'
import { useApplication } from '../boot/context.tsx'

const services = new WeakMap<object, ExploratoryService>()

/** Calls about exploratory sessions: made here, so that only pages that need them load them. */
export const useExploratory = (): ExploratoryService => {
  const application = useApplication()
  const service = services.get(application) ?? createExploratoryService(application.sendKept)
  services.set(application, service)
  return service
}
