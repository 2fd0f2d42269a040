import { sql, type RawBuilder } from 'kysely'
import type { Label } from '../../../contract/launches.ts'

export type Condition = RawBuilder<boolean>

/** All of these; there is at least one. */
export const allOf = (conditions: readonly Condition[]): Condition => sql`${sql.join(conditions, sql` and `)}`
/** One of these, or anything at all where none is asked for. */
export const anyOf = (conditions: readonly Condition[]): Condition[] =>
  conditions.length === 0 ? [] : [sql`(${sql.join(conditions, sql` or `)})`]

/** Text as the database can keep it, and compare with: without NUL and halves of characters. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/**
 * A text column holds `text` anywhere, in capitals or not. Text of ASCII alone is compared byte by byte, in half the time that the
 * database's rules of language take, and found by the index `test_search`, which holds this very expression: three characters or more,
 * unless they are in most of the tests, need no walk over the whole launch.
 */
export const holds = (column: RawBuilder<unknown>, text: string): Condition => {
  const pattern = `%${storable(text).replace(/[\\%_]/g, '\\$&')}%`
  const isAscii = /^[\0-\x7f]*$/.test(pattern)
  return isAscii ? sql`lower(${column} collate "C") like ${pattern.toLowerCase()}` : sql`${column} ilike ${pattern}`
}

/** A column has one of these values, or anything at all where none is asked for. */
export const isOneOf = (column: RawBuilder<unknown>, values: readonly string[]): Condition[] =>
  values.length === 0 ? [] : [sql`${column} = any(${values.map(storable)}::text[])`]

/** `key:value` of an address, the key up to the first colon; without a colon it is the key of an empty value. */
export const labelOf = (text: string): Label => {
  const colon = text.indexOf(':')
  return colon < 0 ? { key: text, value: '' } : { key: text.slice(0, colon), value: text.slice(colon + 1) }
}

/** A jsonb column of labels holds one of these. */
export const hasOneLabel = (column: RawBuilder<unknown>, labels: readonly string[]): Condition[] =>
  anyOf(labels.map((text) => sql<boolean>`${column} @> ${JSON.stringify([labelOf(storable(text))])}::jsonb`))
