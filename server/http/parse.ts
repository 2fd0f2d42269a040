import { z } from 'zod/mini'
import type { Call } from '../../contract/call.ts'
import type { FieldError } from '../../contract/errors.ts'
import { cleanJson } from '../../contract/launches/clean.ts'
import { fieldErrors, invalid } from './errors.ts'

z.config(z.locales.en())

/**
 * Parses the parts of a request by the call's contract. Throws 400 with every invalid field of all three parts. Text that PostgreSQL cannot
 * store is cleaned first, so that responses and events contain what is stored. With `rejectsUnknown`, a body may only have known fields:
 * a script with a misspelt field learns it. Pages that are older or newer than the server send others.
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
  if (rejectsUnknown) errors.push(...unknownFields(call.body, request.body, ''))
  if (errors.length > 0) throw invalid(errors)
  return parts
}

/** Fields of a JSON value that the schema does not have, with their paths. Unions are not checked: a field of any member may be meant. */
const unknownFields = (schema: z.core.$ZodType, value: unknown, path: string): FieldError[] => {
  if (typeof value !== 'object' || value === null) return []
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'object': {
      if (def.catchall !== undefined || Array.isArray(value)) return []
      const known = Object.keys(def.shape)
      return Object.entries(value).flatMap(([name, inner]) => {
        const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
        return field === undefined
          ? [{ field: `${path}${name}`, message: `Unknown field. Known: ${known.join(', ') || 'none'}` }]
          : unknownFields(field, inner, `${path}${name}.`)
      })
    }
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((inner, index) => unknownFields(def.element, inner, `${path}${index}.`))
        : []
    case 'optional':
    case 'nullable':
    case 'default':
      return unknownFields(def.innerType, value, path)
    case 'pipe':
      return unknownFields(def.in, value, path)
    default:
      return []
  }
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
