import { ERROR_CODES, type FieldError } from '../../contract/errors.ts'

/** A refusal on purpose: leaves as `{ code, message, errors? }` with this status. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldError[] | undefined
  /** With `stale`: what is stored now. */
  readonly current: unknown

  constructor(status: number, code: string, message: string, errors?: FieldError[], current?: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.current = current
  }
}

export const notFound = (message: string): Refusal => new Refusal(404, ERROR_CODES.notFound, message)
export const conflict = (message: string, errors?: FieldError[]): Refusal =>
  new Refusal(409, ERROR_CODES.conflict, message, errors)
/** 409 for a save that is based on an older state than `current`, the stored one. `errors` names the fields that collide. */
export const stale = (message: string, current: unknown, errors?: FieldError[]): Refusal =>
  new Refusal(409, ERROR_CODES.stale, message, errors, current)
export const forbidden = (message: string): Refusal => new Refusal(403, ERROR_CODES.forbidden, message)
export const unauthorised = (message: string): Refusal => new Refusal(401, ERROR_CODES.unauthorised, message)
/** 400 for one field that only the server can know to be wrong. */
export const wrongField = (field: string, message: string): Refusal =>
  new Refusal(400, ERROR_CODES.invalid, message, [{ field, message }])
