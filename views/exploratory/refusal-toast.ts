import { ERROR_CODES } from '../../contract/errors.ts'
import { ApiError } from '../../services/http/api-error.ts'
import { toast } from '../ui/toasts/toasts.ts'

/**
 * Like `work`, and shows the server's message when it is rejected (ESER-01). Failures without a message are shown by the page, collisions
 * where they occur.
 */
export const withRefusalToast = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === 'refused' && error.code !== ERROR_CODES.stale)
      toast.error(error.message)
    throw error
  })
