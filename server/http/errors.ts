import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { DatabaseError } from 'pg'
import { z } from 'zod'
import { ERROR_CODES, type FieldError, type Problem } from '../../contract/errors.ts'
import { isUnavailable } from './unavailable.ts'
import { Refusal } from './refusal.ts'

interface Leaving {
  status: number
  code: string
  message: string
  errors?: FieldError[] | undefined
  current?: unknown
  retryAfterSeconds?: number | undefined
}

/** Turns every error into a response: a `Problem` with the request's id and no internal details. */
export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const leaving = leavingOf(error)
    if (leaving.status >= 500) request.log.error({ err: error }, 'request failed')
    else request.log.debug({ err: error }, 'request refused')
    const problem: Problem = { code: leaving.code, message: leaving.message, requestId: request.id }
    if (leaving.errors) problem.errors = leaving.errors
    if (leaving.current !== undefined) problem.current = leaving.current
    setRetryAfter(reply, leaving)
    return reply.status(leaving.status).send(problem)
  })
}

/** Sets `Retry-After` of a 429. */
export const setRetryAfter = (reply: FastifyReply, { retryAfterSeconds }: Pick<Leaving, 'retryAfterSeconds'>): void => {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
}

/** Returns the invalid fields of a zod error, each once, by the sender's names. */
export const fieldErrors = (error: z.core.$ZodError): FieldError[] => {
  const byField = new Map<string, string>()
  for (const issue of error.issues) {
    const field = issue.path.join('.')
    if (!byField.has(field)) byField.set(field, issue.message)
  }
  return [...byField].map(([field, message]) => ({ field, message }))
}

export const invalid = (errors: FieldError[]): Refusal =>
  new Refusal(
    400,
    ERROR_CODES.invalid,
    errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; '),
    errors,
  )

/** Maps an error to a response without internal details. */
export const leavingOf = (error: unknown): Leaving => {
  if (error instanceof Refusal) return error
  if (error instanceof z.core.$ZodError) return invalid(fieldErrors(error))
  const { statusCode, code, message } = error as FastifyError
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
    return { status: 413, code: ERROR_CODES.tooLarge, message: 'The request is too large' }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, code: ERROR_CODES.invalid, message }
  if (isUnstorable(error))
    return { status: 400, code: ERROR_CODES.invalid, message: 'A value is outside of what can be stored' }
  if (isUnavailable(error))
    return { status: 503, code: ERROR_CODES.unavailable, message: 'The server cannot store or read data at the moment' }
  return { status: 500, code: ERROR_CODES.internal, message: 'Something went wrong on the server' }
}

/** Returns whether the database rejected a value itself: SQLSTATE class 22, data exceptions. Calls check what they can before. */
const isUnstorable = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code?.startsWith('22') === true
