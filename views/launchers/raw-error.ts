import { TEXTS } from '../../contract/texts.ts'
import { ApiError, messageOf } from '../../services/http/api-error.ts'

/**
 * Error of creating or starting a launcher, or adding a repository (LERR-02): the server's message, else the error's own text. Other errors
 * get a general text from `messageOf` (LERR-03).
 */
export const rawMessageOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || (error.kind === 'refused' && error.message !== TEXTS.error))
    return messageOf(error)
  if (error.kind === 'refused') return `The server answered with status ${error.status}`
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
