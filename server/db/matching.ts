import { sql, type RawBuilder } from 'kysely'
import { labelOf, storable, textPart } from '../../contract/text-matching.ts'

export type Condition = RawBuilder<boolean>

/** All of these; there is at least one. */
export const allOf = (conditions: readonly Condition[]): Condition => sql`${sql.join(conditions, sql` and `)}`
/** One of these, or anything at all where none is asked for. */
export const anyOf = (conditions: readonly Condition[]): Condition[] =>
  conditions.length === 0 ? [] : [sql`(${sql.join(conditions, sql` or `)})`]

/**
 * A text column holds `text` anywhere, in capitals or not: the rule of `holdsPart`. Text of ASCII alone is compared byte by byte, in half
 * the time that a regular expression takes. An index of this very expression finds it, where it has three characters or more.
 */
export const holds = (column: RawBuilder<unknown>, text: string): Condition =>
  foldedHolds(sql`lower(${column} collate "C")`, text)

/** The same for a column that has been folded already. */
export const foldedHolds = (column: RawBuilder<unknown>, text: string): Condition => {
  const part = textPart(text)
  return part.kind === 'literal'
    ? sql`${column} like ${patternOf(part.text)}`
    : sql`${column} ~ ${part.letters.map(bracketOf).join('')}`
}

/** One of some letters in a regular expression of PostgreSQL; only ASCII has a meaning of its own there, and comes alone. */
const bracketOf = (cases: readonly string[]): string =>
  cases.length === 1 ? cases.join('').replace(/[\\^$.*+?()[\]{}|]/, '\\$&') : `[${cases.join('')}]`

const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** One text of a jsonb array, at `path` of its elements, holds `text` anywhere. */
export const oneHolds = (column: RawBuilder<unknown>, path: string, text: string): Condition =>
  sql`exists (select from jsonb_array_elements(${column}) e where ${holds(sql`(e ->> ${sql.lit(path)})`, text)})`

/** A column has one of these values, or anything at all where none is asked for. */
export const isOneOf = (column: RawBuilder<unknown>, values: readonly string[]): Condition[] =>
  values.length === 0 ? [] : [sql`${column} = any(${values.map(storable)}::text[])`]

/** A column has none of these values; a row without a value has none of them. */
export const isNoneOf = (column: RawBuilder<unknown>, values: readonly string[]): Condition[] =>
  values.length === 0 ? [] : [sql`(${column} is null or ${column} <> all(${values.map(storable)}::text[]))`]

/** None of these holds; they are never null. */
export const noneOf = (conditions: readonly Condition[]): Condition[] => anyOf(conditions).map((any) => sql`not ${any}`)

/** A jsonb column of labels holds one of these. */
export const hasOneLabel = (column: RawBuilder<unknown>, labels: readonly string[]): Condition[] =>
  anyOf(labels.map((text) => sql<boolean>`${column} @> ${JSON.stringify([labelOf(storable(text))])}::jsonb`))
