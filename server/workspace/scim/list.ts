import { badRequest } from './problem.ts'

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const MAX_PAGE_SIZE = 200

/** The only supported comparison, which directories use to look up users and groups. */
export interface Filter {
  /** In lower case. */
  attribute: string
  value: string
}

/** Parses `attribute eq "value"`. Throws 400 for any other filter, and for other attributes. */
export const readFilter = (filter: unknown, attributes: readonly string[]): Filter | null => {
  if (filter === undefined || filter === '') return null
  const text = typeof filter === 'string' && filter.length <= 1000 ? filter.trim() : ''
  const [, attribute = '', quoted = ''] = /^([A-Za-z][A-Za-z0-9.]{0,60}) +eq +(".*")$/i.exec(text) ?? []
  const name = attribute.toLowerCase()
  const value = unquoted(quoted)
  if (value === null || !attributes.includes(name))
    throw badRequest('invalidFilter', `Only these can be filtered by, with eq: ${attributes.join(', ')}`)
  return { attribute: name, value }
}

/** Parses a JSON string literal, as used in filters. */
const unquoted = (quoted: string): string | null => {
  try {
    const value: unknown = JSON.parse(quoted)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** Reads paging parameters. `startIndex` starts at 1; values out of range are clamped (RFC 7644, 3.4.2.4). */
export const readPage = ({ startIndex, count }: { startIndex?: unknown; count?: unknown }) => {
  const number = (value: unknown, fallback: number) => {
    const read = value === undefined ? fallback : Number(value)
    if (!Number.isSafeInteger(read)) throw badRequest('invalidValue', 'startIndex and count are numbers')
    return read
  }
  return {
    startIndex: Math.min(Math.max(number(startIndex, 1), 1), 1_000_000_000),
    count: Math.min(Math.max(number(count, 100), 0), MAX_PAGE_SIZE),
  }
}

export const listOf = (total: number, startIndex: number, resources: readonly object[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
