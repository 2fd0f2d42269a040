import { createCasesService } from '../../../services/cases/cases.ts'
import { serviceOf } from '../../boot/service-of.ts'

/** Calls about suites and cases. */
export const useCases = serviceOf(({ send }) => createCasesService(send))
