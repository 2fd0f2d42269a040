import { createIntegrationsService } from '../../../services/integrations/integrations.ts'
import { serviceOf } from '../../boot/service-of.ts'

/** Calls about integrations of the workspace. */
export const useIntegrationsService = serviceOf(({ send }) => createIntegrationsService(send))
