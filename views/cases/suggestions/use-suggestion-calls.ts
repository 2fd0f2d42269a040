import { createCaseSuggestionsService, type CaseSuggestionsService } from '../../../services/cases/case-suggestions.ts'
import { useApplication } from '../../boot/context.tsx'

const services = new WeakMap<object, CaseSuggestionsService>()

/** Calls about suggested cases: made here and not with the application, so that only pages of test cases load them. */
export const useSuggestionCalls = (): CaseSuggestionsService => {
  const application = useApplication()
  const { send, token } = application
  const service =
    services.get(application) ??
    createCaseSuggestionsService({
      send,
      token,
      fetch: (address, init) => fetch(address, init),
      onUnreadable: (data) => console.warn('A suggested test case cannot be read', data),
    })
  services.set(application, service)
  return service
}
