import { z } from 'zod/mini'
import type { Call } from '../../contract/call.ts'
import type { FieldError } from '../../contract/errors.ts'
import { cleanJson } from '../../contract/launches/reporting.ts'
import { fieldErrors, invalid } from './errors.ts'

z.config(z.locales.en())

/**
 * What a call was given, as its contract describes it. Refuses with 400 that names every wrong field of all three parts at once. Text that
 * no database keeps is kept as far as it can be, whoever sent it: what is told of it is then what is stored.
 */
export const parseRequest = <P, Q, B>(
  call: Pick<Call<P, Q, B, unknown>, 'params' | 'query' | 'body'>,
  request: { params: unknown; query: unknown; body: unknown },
): { params: P; query: Q; body: B } => {
  const errors: FieldError[] = []
  const part = <T>(schema: z.ZodMiniType<T>, value: unknown): T => {
    const parsed = schema.safeParse(isStorable(value) ? value : cleanJson(value))
    if (parsed.success) return parsed.data
    errors.push(...fieldErrors(parsed.error))
    return undefined as T
  }
  const parts = {
    params: part(call.params, request.params ?? {}),
    query: part(call.query, request.query ?? {}),
    body: part(call.body, request.body ?? {}),
  }
  if (errors.length > 0) throw invalid(errors)
  return parts
}

/** Whether a database can keep every text in it, names too: a NUL or half a character cannot be. Looked through before it is copied. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (!isData(value)) return true
  for (const name in value) if (!isStorable(name) || !isStorable(value[name])) return false
  return true
}

/** Lists and plain objects, and no bytes or streams. */
const isData = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null
}
