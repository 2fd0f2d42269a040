import { ERROR_CODES, type FieldError } from '../../contract/errors.ts'

/** Expected rejection of a request: sent as `{ code, message, errors? }` with this status. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldError[] | undefined
  /** For `stale`: the stored values. */
  readonly current: unknown
  /** For 429: seconds until another attempt can succeed. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    errors?: FieldError[],
    current?: unknown,
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.current = current
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const notFound = (message: string): Refusal => new Refusal(404, ERROR_CODES.notFound, message)
export const conflict = (message: string, errors?: FieldError[]): Refusal =>
  new Refusal(409, ERROR_CODES.conflict, message, errors)
/** Returns a 409 for an edit based on a state older than the stored `current`. `errors` contains the colliding fields. */
export const stale = (message: string, current: unknown, errors?: FieldError[]): Refusal =>
  new Refusal(409, ERROR_CODES.stale, message, errors, current)
export const forbidden = (message: string): Refusal => new Refusal(403, ERROR_CODES.forbidden, message)
export const unauthorised = (message: string): Refusal => new Refusal(401, ERROR_CODES.unauthorised, message)
/** Returns a 400 for a field that only the server can check. */
export const wrongField = (field: string, message: string): Refusal => wrongFields([field], message)
export const wrongFields = (fields: readonly string[], message: string): Refusal =>
  new Refusal(
    400,
    ERROR_CODES.invalid,
    message,
    fields.map((field) => ({ field, message })),
  )
/**
 * Returns a 429, sent with `Retry-After`. The default suits queues for reading files, which have a free slot within seconds, and is short enough
 * for commands that retry for a minute.
 */
export const tooMany = (message: string, retryAfterSeconds = 10): Refusal =>
  new Refusal(429, ERROR_CODES.tooMany, message, undefined, undefined, retryAfterSeconds)
