import { sql, type RawBuilder } from 'kysely'
import { foldText, searchTerms } from '../../contract/cases/search-text.ts'
import type { CaseFilter, CaseSearch, FieldFilter, TimeRange } from '../../contract/cases/filter.ts'

/**
 * Returns conditions on `test_case c`, each prefixed with `and`. Every word has to be a part of a text of the case or of the shared steps that it
 * uses, or its key.
 */
export const matching = ({ q, filter }: CaseSearch, projectKey: string): RawBuilder<unknown> =>
  sql`${sql.join(
    searchTerms(q).map((word) => sql`and ${found(word, projectKey)}`),
    sql` `,
  )} ${filtering(filter)}`

const found = (word: string, projectKey: string): RawBuilder<unknown> => {
  const number = numberOf(word, projectKey)
  return sql`(c.search_text like ${partPattern(word)} or ${inSharedSteps(word)}
    ${number === null ? sql`` : sql`or c.number = ${number}`})`
}

const inSharedSteps = (word: string): RawBuilder<unknown> => sql`c.id = any(array(
  select u.case_id from test_case_shared_steps u join shared_steps s on s.id = u.shared_steps_id
   where s.search_text like ${partPattern(word)}))`

const filtering = (filter: CaseFilter): RawBuilder<unknown> => {
  const conditions: RawBuilder<unknown>[] = [
    ...during('updated_at', filter.updated),
    ...during('created_at', filter.created),
    ...during('deleted_at', filter.deleted),
    ...saying(filter.description, (word) => ofCase(sql`c.description`, word)),
    ...saying(filter.preConditions, (word) => ofCase(sql`c.pre_conditions`, word)),
    ...saying(filter.postConditions, (word) => ofCase(sql`c.post_conditions`, word)),
    ...saying(filter.steps, (word) => sql`(${ofCase(sql`step_texts(c.steps, '{}')`, word)} or ${inSharedSteps(word)})`),
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

/** The words of a single text. */
const saying = (text: string | undefined, condition: (word: string) => RawBuilder<unknown>): RawBuilder<unknown>[] =>
  searchTerms(text ?? '').map(condition)

const holds = (text: RawBuilder<unknown>, word: string): RawBuilder<unknown> =>
  sql`fold_text(${text}) like ${partPattern(word)}`

/** A single text of the case has the word. The index on all texts comes first: to fold that text of every case would take seconds. */
const ofCase = (text: RawBuilder<unknown>, word: string): RawBuilder<unknown> =>
  sql`(c.search_text like ${partPattern(word)} and ${holds(text, word)})`

/** Uses the index on all texts before the single field is compared. */
const indexed = ({ wanted }: FieldFilter): RawBuilder<unknown>[] =>
  wanted.kind === 'text' ? searchTerms(wanted.text).map((word) => sql`c.search_text like ${partPattern(word)}`) : []

/** Returns conditions on the custom fields `values`, a JSON object by field id. */
export const holding = ({ fieldId, wanted }: FieldFilter, values: RawBuilder<unknown>): RawBuilder<unknown>[] => {
  const key = String(fieldId)
  switch (wanted.kind) {
    case 'text':
      return saying(wanted.text, (word) => holds(sql`coalesce(${values}->>${key}, '')`, word))
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

/** Pattern of `like` for texts that contain a folded word. */
export const partPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

const numberOf = (word: string, projectKey: string): number | null => {
  const prefix = foldText(`${projectKey}-`)
  const number = word.startsWith(prefix) ? word.slice(prefix.length) : ''
  return /^\d{1,9}$/.test(number) ? Number(number) : null
}
