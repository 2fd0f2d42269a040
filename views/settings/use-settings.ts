import { createSettingsService, type SettingsService } from '../../services/settings/settings.ts'
import { useApplication } from '../boot/context.tsx'

const services = new WeakMap<object, SettingsService>()

/** Calls about the settings of projects: made here and not with the application, so that only settings pages load them. */
export const useSettings = (): SettingsService => {
  const application = useApplication()
  const service = services.get(application) ?? createSettingsService(application.send)
  services.set(application, service)
  return service
}
