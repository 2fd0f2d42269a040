import { z } from 'zod'
import { badRequest } from './problem.ts'

const MAX_OPERATIONS = 1000

const Patch = z.object({
  Operations: z
    .array(
      z.object({
        // Entra capitalises it.
        op: z.string().transform((op) => op.toLowerCase()),
        path: z.string().max(500).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
})

/** Change of one attribute; `path` is in lower case and without the schema's URN. */
export interface Operation {
  op: 'add' | 'remove' | 'replace'
  path: string
  value: unknown
}

/** Parses a PATCH body. An operation without a path is split into one per attribute of its value. Throws 400. */
export const readPatch = (body: unknown): Operation[] => {
  const parsed = Patch.safeParse(body)
  if (!parsed.success) throw badRequest('invalidSyntax', 'This is no PATCH request of SCIM 2.0')
  return parsed.data.Operations.flatMap(({ op, path, value }) => {
    if (op !== 'add' && op !== 'remove' && op !== 'replace')
      throw badRequest('invalidSyntax', `There is no operation ${op.slice(0, 50)}`)
    if (path !== undefined && path.trim() !== '') return [{ op, path: pathOf(path), value }]
    if (op === 'remove') throw badRequest('noTarget', 'A remove operation needs a path')
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw badRequest('invalidValue', 'Without a path, the value has to be an object')
    return Object.entries(value).map(([name, one]): Operation => ({ op, path: pathOf(name), value: one }))
  })
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i

/** Values in filters (`members[value eq "7"]`) are ids and types, which are lower case as well. */
const pathOf = (path: string): string => path.trim().replace(CORE, '').toLowerCase()
