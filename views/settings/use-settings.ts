import { createSettingsService } from '../../services/settings/settings.ts'
import { serviceOf } from '../boot/service-of.ts'

/** Calls about the settings of projects. */
export const useSettings = serviceOf(({ send }) => createSettingsService(send))
