import { createExploratoryService } from '../../services/exploratory/exploratory.ts'
import { serviceOf } from '../boot/service-of.ts'

/** Calls about exploratory sessions. */
export const useExploratory = serviceOf(({ sendKept }) => createExploratoryService(sendKept))
