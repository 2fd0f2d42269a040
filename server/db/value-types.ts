import { types, type CustomTypesConfig } from 'pg'

type Parse = (text: string) => unknown
const standard = types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parse

const asText: Parse = (text) => text
/** Parses one-dimensional arrays: `{1,2,NULL}`. */
const asNumbers: Parse = (text) => JSON.parse(`[${text.slice(1, -1).toLowerCase()}]`) as unknown

/** By PostgreSQL's type OID. */
const ours = new Map<number, Parse>([
  [20, Number], // bigint
  [1016, asNumbers], // bigint[]
  [1082, asText], // date
  [1114, asText], // timestamp
])

/**
 * Parsers of values for both engines: `bigint` becomes a number (ours stay far below 2^53), `timestamptz` a Date, `json` and `jsonb` are
 * parsed, and `date` and `xid8` stay text (a `date` has no time zone to make a Date with).
 */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    ours.get(oid) ?? standard(oid, format)) as CustomTypesConfig['getTypeParser'],
}
