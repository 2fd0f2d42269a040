import { createGateService } from '../../../services/launches/gate.ts'
import { serviceOf } from '../../boot/service-of.ts'

/** Calls about the quality gate and the badge. */
export const useGate = serviceOf(({ send }) => createGateService(send))
