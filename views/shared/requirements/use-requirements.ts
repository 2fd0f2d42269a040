import { createRequirementsService } from '../../../services/requirements/requirements.ts'
import { serviceOf } from '../../boot/service-of.ts'

/** Calls about requirements. */
export const useRequirements = serviceOf(({ send }) => createRequirementsService(send))
