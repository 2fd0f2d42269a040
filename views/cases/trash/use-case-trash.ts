import { createCaseTrashService } from '../../../services/cases/case-trash.ts'
import { serviceOf } from '../../boot/service-of.ts'

/** Calls about deleted cases. */
export const useCaseTrash = serviceOf(({ send }) => createCaseTrashService(send))
