import { sql, type RawBuilder } from 'kysely'
import type { CaseFilter, CaseSearch, FieldFilter, TimeRange } from '../../contract/cases/filter.ts'

/**
 * Returns conditions on `test_case c`, each prefixed with `and`. Words are found with the index on all texts of a case; for a single field,
 * the matches are checked again.
 */
export const matching = ({ q, filter }: CaseSearch, projectKey: string): RawBuilder<unknown> => {
  const query = q === '' ? null : wordsOf(q, projectKey)
  return sql`${query === null ? sql`` : sql`and c.search @@ to_tsquery('simple', ${query})`} ${filtering(filter)}`
}

const filtering = (filter: CaseFilter): RawBuilder<unknown> => {
  const conditions: RawBuilder<unknown>[] = [
    ...during('updated_at', filter.updated),
    ...during('created_at', filter.created),
    ...during('deleted_at', filter.deleted),
    ...saying(filter.description, sql`to_tsvector('simple', c.description)`),
    ...saying(filter.preConditions, sql`to_tsvector('simple', c.pre_conditions)`),
    ...saying(filter.postConditions, sql`to_tsvector('simple', c.post_conditions)`),
    ...saying(
      filter.steps,
      sql`jsonb_to_tsvector('simple', jsonb_path_query_array(c.steps, '$[*].action')
            || jsonb_path_query_array(c.steps, '$[*].expectedResult'), '["string"]')`,
    ),
    ...among('created_by', filter.authors),
    ...among('deleted_by', filter.deletedBy),
    ...among('priority_id', filter.priorities),
    ...among('automation_state_id', filter.automationStates),
    ...(filter.draft === undefined ? [] : [sql`c.draft = ${filter.draft}`]),
    ...(filter.deprecated === undefined ? [] : [sql`c.deprecated = ${filter.deprecated}`]),
    ...(filter.fields ?? []).flatMap((field) => [...indexed(field), ...holding(field, sql`c.field_values`)]),
  ]
  return sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  )
}

const during = (column: string, range: TimeRange | undefined): RawBuilder<unknown>[] => [
  ...(range?.from === undefined ? [] : [sql`${sql.ref(`c.${column}`)} >= ${range.from}::timestamptz`]),
  ...(range?.to === undefined ? [] : [sql`${sql.ref(`c.${column}`)} < ${range.to}::timestamptz`]),
]

const among = (column: string, ids: readonly number[] | undefined): RawBuilder<unknown>[] =>
  ids === undefined ? [] : [sql`${sql.ref(`c.${column}`)} = any(${[...ids]}::bigint[])`]

const saying = (text: string | undefined, vector: RawBuilder<unknown>): RawBuilder<unknown>[] => {
  const query = text === undefined ? null : wordsOf(text)
  return query === null ? [] : [...containing(query, sql`c.search`), ...containing(query, vector)]
}

const containing = (query: string | null, vector: RawBuilder<unknown>): RawBuilder<unknown>[] =>
  query === null ? [] : [sql`${vector} @@ to_tsquery('simple', ${query})`]

const indexed = ({ wanted }: FieldFilter): RawBuilder<unknown>[] =>
  wanted.kind === 'text' ? containing(wordsOf(wanted.text), sql`c.search`) : []

/** Returns conditions on the custom fields `values`, a JSON object by field id. */
export const holding = ({ fieldId, wanted }: FieldFilter, values: RawBuilder<unknown>): RawBuilder<unknown>[] => {
  const key = String(fieldId)
  switch (wanted.kind) {
    case 'text':
      return containing(wordsOf(wanted.text), sql`to_tsvector('simple', coalesce(${values}->>${key}, ''))`)
    case 'days': {
      const { from, to } = wanted.days
      return [
        sql`${values} ? ${key}`,
        ...(from === undefined ? [] : [sql`${values}->>${key} >= ${from}`]),
        ...(to === undefined ? [] : [sql`${values}->>${key} <= ${to}`]),
      ]
    }
    case 'options':
    case 'users': {
      // One id, or a list that contains any of them.
      const any = wanted.ids.map((id) => sql`${values}->${key} @> ${String(id)}::jsonb`)
      return [sql`${values} ? ${key} and (${sql.join(any, sql` or `)})`]
    }
  }
}

/**
 * Converts a search text for `to_tsquery('simple', …)`: every word must match, as a prefix. A key of the project is reduced to its number.
 * Returns null if there is no word.
 */
export const wordsOf = (text: string, projectKey?: string): string | null => {
  const words = text
    .split(/\s+/)
    .map((word) => word.replace(/[\0'\\]/g, ' ').trim())
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return null
  return words.map((word) => numberOf(word, projectKey) ?? `'${word}':*`).join(' & ')
}

const numberOf = (word: string, projectKey: string | undefined): string | null => {
  if (projectKey === undefined || !word.toUpperCase().startsWith(`${projectKey}-`)) return null
  const number = word.slice(projectKey.length + 1)
  return /^\d{1,9}$/.test(number) ? `'${number}':A` : null
}
