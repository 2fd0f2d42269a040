import { createProfileService, type ProfileService } from '../../services/workspace/profile.ts'
import { useApplication } from '../boot/context.tsx'

const services = new WeakMap<object, ProfileService>()

/** Calls about the signed-in person's own account: made here, so that only pages that need them load them. */
export const useProfile = (): ProfileService => {
  const application = useApplication()
  const service = services.get(application) ?? createProfileService(application.send)
  services.set(application, service)
  return service
}
