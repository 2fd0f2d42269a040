import { createCaseTrashService, type CaseTrashService } from '../../../services/cases/case-trash.ts'
import { useApplication } from '../../boot/context.tsx'

const services = new WeakMap<object, CaseTrashService>()

/** Calls about deleted cases: made here, so that only pages that need them load them. */
export const useCaseTrash = (): CaseTrashService => {
  const application = useApplication()
  const service = services.get(application) ?? createCaseTrashService(application.send)
  services.set(application, service)
  return service
}
