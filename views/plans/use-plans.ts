import { createPlansService } from '../../services/plans/plans.ts'
import { serviceOf } from '../boot/service-of.ts'

/** Calls about test plans. */
export const usePlans = serviceOf(({ send }) => createPlansService(send))
