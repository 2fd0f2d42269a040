import type { z } from 'zod/mini'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { Unreadable } from '../../../reading/source-file.ts'
import type { Reporting } from './reported.ts'

/** Parses a JSON document. Throws `Unreadable` for invalid or too large documents. */
export const parseJson = async (text: AsyncIterable<string>): Promise<unknown> => {
  const parts: string[] = []
  let characters = 0
  for await (const part of text) {
    characters += part.length
    if (characters > LIMITS.jsonBytes)
      throw new Unreadable(
        `JSON may have ${LIMITS.jsonBytes / 1024 / 1024} MB at most. Split the report, or send JUnit XML.`,
      )
    parts.push(part)
  }
  try {
    return JSON.parse(parts.join('').replace(/^\ufeff/, '')) as unknown
  } catch (cause) {
    throw new Unreadable('The JSON is broken', { cause })
  }
}

/** Parses an entry of a report; reports a problem and returns null when it does not match the schema. */
export const understood = <T>(schema: z.ZodMiniType<T>, entry: unknown, what: string, report: Reporting): T | null => {
  const parsed = schema.safeParse(entry)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  report.problem(
    `${what} was left out: ${where === '' ? '' : `${where}: `}${issue?.message ?? 'it is not what it has to be'}`,
  )
  return null
}
