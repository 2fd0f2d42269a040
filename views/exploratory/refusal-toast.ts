import { ERROR_CODES } from '../../contract/errors.ts'
import { ApiError } from '../../services/http/api-error.ts'
import { toast } from '../ui/toasts.ts'

/**
 * What the server said of a call that failed (ESER-01). Where it said nothing the page itself tells, and somebody else's change is told
 * where it collides.
 */
export const toastOf = (error: unknown): void => {
  if (error instanceof ApiError && error.kind === 'refused' && error.code !== ERROR_CODES.stale)
    toast.error(error.message)
}
