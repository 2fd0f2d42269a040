import { TEXTS } from '../../contract/texts.ts'
import { ApiError, messageOf } from '../../services/http/api-error.ts'

/**
 * What failed where a launcher is created or started, or a repository added (LERR-02): the server's message, and without one the error as
 * it came. Elsewhere `messageOf` gives a general text (LERR-03).
 */
export const rawMessageOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || (error.kind === 'refused' && error.message !== TEXTS.error))
    return messageOf(error)
  if (error.kind === 'refused') return `The server answered with status ${error.status}`
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
