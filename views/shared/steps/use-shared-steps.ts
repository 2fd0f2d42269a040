import { createSharedStepsService } from '../../../services/shared-steps/shared-steps.ts'
import { serviceOf } from '../../boot/service-of.ts'

/** Calls about shared steps. */
export const useSharedSteps = serviceOf(({ send }) => createSharedStepsService(send))
