import { sql, type RawBuilder } from 'kysely'
import { storable } from '../../../contract/text-matching.ts'
import { anyOf, holds, oneHolds, type Condition } from '../../db/matching.ts'

/** All texts of a test `t` that searches look at, as the index `test_search` holds them. */
const words = sql`(t.name || e'\n' || coalesce(t.class_name, '') || e'\n' || coalesce(t.method_name, '') || e'\n' || coalesce(t.message, '')
  || e'\n' || jsonb_path_query_array(t.test_cases, '$[*].testCaseId')::text)`

/** Whether a test `t` holds the text in its name, class, method, failure or linked test cases. */
export const testHolds = (text: string): Condition[] => [
  mayHold(text),
  ...anyOf([
    ...[sql`t.name`, sql`t.class_name`, sql`t.method_name`, sql`t.message`].map((column) => holds(column, text)),
    oneHolds(sql`t.test_cases`, 'testCaseId', text),
  ]),
]

/** Whether it holds the text in one of these columns, which are among those of `words`. */
export const testHoldsIn = (columns: readonly RawBuilder<unknown>[], text: string): Condition[] => [
  mayHold(text),
  ...anyOf(columns.map((column) => holds(column, text))),
]

/**
 * The condition that the index knows. It never finds too little, and may find too much: text that begins in one line and ends in the
 * next, and what stands around test cases in JSON.
 */
const mayHold = (text: string): Condition => {
  const inJson = JSON.stringify(storable(text)).slice(1, -1)
  return inJson === storable(text) ? holds(words, text) : sql`(${holds(words, text)} or ${holds(words, inJson)})`
}
