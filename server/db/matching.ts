import { sql, type RawBuilder } from 'kysely'
import { labelOf, storable, textPart } from '../../contract/text-matching.ts'

export type Condition = RawBuilder<boolean>

/** Returns the conjunction of the conditions; at least one is required. */
export const allOf = (conditions: readonly Condition[]): Condition => sql`${sql.join(conditions, sql` and `)}`
/** Returns the disjunction of the conditions; no condition if the list is empty. */
export const anyOf = (conditions: readonly Condition[]): Condition[] =>
  conditions.length === 0 ? [] : [sql`(${sql.join(conditions, sql` or `)})`]

/**
 * Returns the condition that a text column contains `text`, ignoring case, by the rule of `holdsPart`. ASCII-only text is compared
 * bytewise, in half the time of a regular expression. An index on this exact expression serves texts of three characters or more.
 */
export const holds = (column: RawBuilder<unknown>, text: string): Condition =>
  foldedHolds(sql`lower(${column} collate "C")`, text)

/** Like `holds`, for a column that is already case-folded. */
export const foldedHolds = (column: RawBuilder<unknown>, text: string): Condition => {
  const part = textPart(text)
  return part.kind === 'literal'
    ? sql`${column} like ${patternOf(part.text)}`
    : sql`${column} ~ ${part.letters.map(bracketOf).join('')}`
}

/**
 * Returns a bracket expression of PostgreSQL's regular expressions. Only ASCII characters can be special there, and they never get here
 * with others.
 */
const bracketOf = (cases: readonly string[]): string =>
  cases.length === 1 ? cases.join('').replace(/[\\^$.*+?()[\]{}|]/, '\\$&') : `[${cases.join('')}]`

const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Returns the condition that an element of a jsonb array contains `text` at `path`. */
export const oneHolds = (column: RawBuilder<unknown>, path: string, text: string): Condition =>
  sql`exists (select from jsonb_array_elements(${column}) e where ${holds(sql`(e ->> ${sql.lit(path)})`, text)})`

/** Returns the condition that a column has one of the values; no condition if the list is empty. */
export const isOneOf = (column: RawBuilder<unknown>, values: readonly string[]): Condition[] =>
  values.length === 0 ? [] : [sql`${column} = any(${values.map(storable)}::text[])`]

/** Returns the condition that a column has none of the values; null matches. */
export const isNoneOf = (column: RawBuilder<unknown>, values: readonly string[]): Condition[] =>
  values.length === 0 ? [] : [sql`(${column} is null or ${column} <> all(${values.map(storable)}::text[]))`]

/** Returns the condition that none of the conditions holds; they must not be null. */
export const noneOf = (conditions: readonly Condition[]): Condition[] => anyOf(conditions).map((any) => sql`not ${any}`)

/** Returns the condition that a jsonb column of labels has one of these labels. */
export const hasOneLabel = (column: RawBuilder<unknown>, labels: readonly string[]): Condition[] =>
  anyOf(labels.map((text) => sql<boolean>`${column} @> ${JSON.stringify([labelOf(storable(text))])}::jsonb`))
