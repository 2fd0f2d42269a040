import { z } from 'zod/mini'
import type { Call } from '../../contract/call.ts'
import type { FieldError } from '../../contract/errors.ts'
import { cleanJson } from '../../contract/launches/clean.ts'
import { fieldErrors, invalid } from './errors.ts'

z.config(z.locales.en())

/**
 * Parses the parts of a request by the call's contract. Throws 400 with every invalid field of all three parts. Text that PostgreSQL cannot
 * store is cleaned first, so that responses and events match the stored text. `rejectsUnknown` rejects unknown fields of the body, which reveals
 * misspelt fields of a script. It is off for browsers: pages of another version may send other fields.
 */
export const parseRequest = <P, Q, B>(
  call: Pick<Call<P, Q, B, unknown>, 'params' | 'query' | 'body'>,
  request: { params: unknown; query: unknown; body: unknown },
  { rejectsUnknown = false } = {},
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
  if (rejectsUnknown) errors.push(...unknownFields(call.body, request.body))
  if (errors.length > 0) throw invalid(errors)
  return parts
}

/**
 * Fields of a body that the call does not have. Only the outermost: inner objects are often sent back as they were read, with more fields than
 * are written.
 */
const unknownFields = (schema: z.core.$ZodType, body: unknown): FieldError[] => {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  if (def.type === 'pipe') return unknownFields(def.in, body)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (def.type !== 'object' || def.catchall !== undefined || !isObject) return []
  const known = Object.keys(def.shape)
  return Object.keys(body)
    .filter((name) => !known.includes(name))
    .map((name) => ({ field: name, message: `Unknown field. Known: ${known.join(', ') || 'none'}` }))
}

/**
 * Returns whether a database can store all text in a value, including property names: neither NUL nor lone surrogates. Avoids copying valid
 * values.
 */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (!isData(value)) return true
  for (const name in value) if (!isStorable(name) || !isStorable(value[name])) return false
  return true
}

/** Returns whether a value is an array or a plain object, as opposed to bytes or streams. */
const isData = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null
}
