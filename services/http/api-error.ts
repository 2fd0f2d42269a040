import { ERROR_CODES, Problem, type FieldError } from '../../contract/errors.ts'
import { TEXTS } from '../../contract/texts.ts'

/** Why a call failed. Branch on `kind` and `code`, never on a message. */
export class ApiError extends Error {
  /** `refused`: rejected by the server. `unreachable`: no answer. `aborted`: cancelled by us. `unreadable`: violates the contract. */
  readonly kind: 'refused' | 'unreachable' | 'aborted' | 'unreadable'
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldError[]
  /** With the code `stale`: the call's answer in its current state, unparsed. */
  readonly current: unknown

  constructor(
    kind: ApiError['kind'],
    given: {
      message?: string
      status?: number
      code?: string
      errors?: readonly FieldError[]
      current?: unknown
      cause?: unknown
    } = {},
  ) {
    super(given.message ?? MESSAGES[kind], { cause: given.cause })
    this.kind = kind
    this.status = given.status ?? 0
    this.code = given.code ?? ''
    this.errors = given.errors ?? []
    this.current = given.current
  }
}

const MESSAGES = {
  refused: TEXTS.error,
  unreachable: 'Cannot reach the server',
  aborted: 'The request was cancelled',
  unreadable: 'Unexpected answer from the server. Reload the page.',
} as const

/** Returns the server's message, without paths of fields, else the first of its errors, else "Error" (ERRORS-01 to 03). */
export const refusal = (status: number, body: unknown): ApiError => {
  const problem = Problem.safeParse(body)
  if (!problem.success) return new ApiError('refused', { status, message: looseMessage(body) })
  const { message, code, errors, current } = problem.data
  // Such a list of all errors names paths, for authors of scripts.
  const list = errors?.map((one) => (one.field ? `${one.field}: ${one.message}` : one.message)).join('; ')
  const texts = message === list ? [...new Set(errors?.map((one) => one.message))].join('. ') : ''
  return new ApiError('refused', {
    status,
    code,
    message: texts || message || errors?.[0]?.message || TEXTS.error,
    ...(errors ? { errors } : {}),
    current,
  })
}

const looseMessage = (body: unknown): string => {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: { message?: unknown }[] }
  if (typeof message === 'string' && message !== '') return message
  const first = Array.isArray(errors) ? errors[0]?.message : undefined
  return typeof first === 'string' ? first : TEXTS.error
}

/**
 * 401, or 403 with REP-1005 (SESSION-03, SESSION-04): the session may only need a renewal, which also tells whether a second factor is
 * required.
 */
export const isUnauthorised = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code !== ERROR_CODES.wrongCredentials &&
  error.code !== ERROR_CODES.renewalRefused &&
  (error.status === 401 ||
    (error.status === 403 &&
      (error.code === ERROR_CODES.accessTokenOutdated || error.code === ERROR_CODES.secondFactorOwed)))

/**
 * Returns whether the server itself rejected the call with a documented error. A network failure or a proxy's error page does not count.
 */
export const isErrorPayload = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'refused' && error.code !== ''

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : TEXTS.error
