import { createCaseSuggestionsService } from '../../../services/cases/case-suggestions.ts'
import { serviceOf } from '../../boot/service-of.ts'

/** Calls about suggested cases. */
export const useSuggestionCalls = serviceOf(({ send, token }) =>
  createCaseSuggestionsService({
    send,
    token,
    fetch: (address, init) => fetch(address, init),
    onUnreadable: (data) => console.warn('A suggested test case cannot be read', data),
  }),
)
