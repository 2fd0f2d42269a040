import { z } from 'zod/mini'
import type { Call } from '../../contract/call.ts'
import type { FieldError } from '../../contract/errors.ts'
import { fieldErrors, invalid } from './errors.ts'

z.config(z.locales.en())

/** What a call was given, as its contract describes it. Refuses with 400 that names every wrong field of all three parts at once. */
export const parseRequest = <P, Q, B>(
  call: Call<P, Q, B, unknown>,
  request: { params: unknown; query: unknown; body: unknown },
): { params: P; query: Q; body: B } => {
  const errors: FieldError[] = []
  const part = <T>(schema: z.ZodMiniType<T>, value: unknown): T => {
    const parsed = schema.safeParse(value)
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
