import { createSharedStepsService, type SharedStepsService } from '../../../services/shared-steps/shared-steps.ts'
import { useApplication } from '../../boot/context.tsx'

const services = new WeakMap<object, SharedStepsService>()

/** Calls about shared steps: made here and not with the application, so that only pages that need them load them. */
export const useSharedSteps = (): SharedStepsService => {
  const application = useApplication()
  const service = services.get(application) ?? createSharedStepsService(application.send)
  services.set(application, service)
  return service
}
