import { createCasesService, type CasesService } from '../../../services/cases/cases.ts'
import { useApplication } from '../../boot/context.tsx'

const services = new WeakMap<object, CasesService>()

/** Calls about suites and cases: made here and not with the application, so that only pages of test cases load them. */
export const useCases = (): CasesService => {
  const application = useApplication()
  const service = services.get(application) ?? createCasesService(application.send)
  services.set(application, service)
  return service
}
